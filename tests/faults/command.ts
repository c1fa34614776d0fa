/** The words of an operator's command, such as `scripts/admin.ts jobs`, and the code it ends with. */
export async function command(words: string[], settings: Record<string, string>) {
  const child = Bun.spawn([process.execPath, ...words], {
    env: { PATH: process.env.PATH ?? "", ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = [new Response(child.stdout).text(), new Response(child.stderr).text()];
  return { said: (await Promise.all(said)).join(""), code: await child.exited };
}
