/** Comes with every test of the client: what is waited for on a page is there late on a busy machine, and is no failure. */
if ("window" in globalThis) {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 30_000 });
}
