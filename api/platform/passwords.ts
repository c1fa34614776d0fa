import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { once } from "./once.ts";
import { Turns } from "./turns.ts";

/** The request that is worked on: wherever a password is looked at, nobody does it for who has left. */
export const asked = new AsyncLocalStorage<Pick<Request, "signal">>();

/** Argon2id takes 64 MB and a fifth of a second of one core; another core stays for all others. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** The time that one takes on this machine, by the latest of them. */
let usualMs = 200;

const line = new Turns();
/** Two lines: who comes in does not wait behind those who choose a password. */
const inTurn = <T>(name: "making" | "checking", work: () => Promise<T>): Promise<T> => {
  const longest = Math.ceil((10_000 / usualMs) * AT_ONCE); // ten seconds of work
  const timed = async () => {
    const begun = performance.now();
    return await work().finally(() => {
      usualMs += (performance.now() - begun - usualMs) / 8;
    });
  };
  return line.run(timed, [{ name, atOnce: AT_ONCE, longest }], asked.getStore());
};

export const hashPassword = (password: string): Promise<string> =>
  inTurn("making", () => Bun.password.hash(password, { algorithm: "argon2id" }));

/** Checks against a stand-in when there is no hash, so that the time does not tell who has an account. */
export const passwordMatches = async (
  password: string,
  hash: string | null | undefined,
): Promise<boolean> => {
  const matches = await inTurn("checking", async () =>
    Bun.password.verify(password, hash ?? (await standIn())),
  );
  return matches && hash != null;
};

const standIn = once(() =>
  Bun.password.hash("nobody has this password", { algorithm: "argon2id" }),
);
