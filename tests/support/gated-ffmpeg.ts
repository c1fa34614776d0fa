import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The machine's ffmpeg, which waits before each piece of work until it is let; nothing else about it is different. */
export function gatedFfmpeg(real: string) {
  const directory = temporaryDirectory();
  const begun = join(directory, "begun");
  const gate = join(directory, "open");
  const path = join(directory, "ffmpeg");
  const script = `#!/bin/sh
case "$1" in -version) exec "${real}" "$@";; esac
echo "$*" >> "${begun}"
while [ ! -e "${gate}" ]; do sleep 0.02; done
[ "$(cat "${gate}")" = broken ] && exit 1
exec "${real}" "$@"
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  const orders = () => (existsSync(begun) ? readFileSync(begun, "utf8").trim().split("\n") : []);
  return {
    path,
    /** The arguments of each run. */
    orders,
    /** How often it has begun. */
    begun: () => orders().length,
    open: () => writeFileSync(gate, ""),
    /** From now on ffmpeg ends without having done anything. */
    breakDown: () => writeFileSync(gate, "broken"),
    shut: () => rmSync(gate, { force: true }),
  };
}
