/** A port for addresses that others must know before the server listens there. */
export function freePort(): number {
  const taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = taken;
  void taken.stop(true);
  if (!port) throw new Error("no port was given");
  return port;
}
