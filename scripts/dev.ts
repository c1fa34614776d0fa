/** `bun dev`: the API, restarted when its sources change, behind Vite's dev server. */
import { install } from "./install.ts";
import { root, tool } from "./run.ts";

if (!(await install())) process.exit(1);

const apiPort = process.env.PORT ?? "3000";
const children = [
  start([process.execPath, "--watch", "--no-clear-screen", "api/main.ts"]),
  start(tool("vite", "--config", "web/vite.config.ts", "--port", process.env.WEB_PORT ?? "5173")),
];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
// Whichever ends first, the other has no purpose.
await Promise.race(children.map((child) => child.exited));
for (const child of children) child.kill("SIGTERM");
await Promise.all(children.map((child) => child.exited));

function start(command: string[]) {
  return Bun.spawn(command, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, PORT: apiPort, KINORA_API: `http://127.0.0.1:${apiPort}` },
  });
}
