import { turns } from "./turns.ts";

/** Argon2id takes 64 MB and a fifth of a second of one core: two at a time, the rest wait. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 64;

const inTurn = turns(AT_ONCE, LONGEST_QUEUE);

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => Bun.password.hash(password, { algorithm: "argon2id" }));

/** Checks against a stand-in when there is no hash, so that the time does not tell who has an account. */
export const passwordMatches = async (
  password: string,
  hash: string | null | undefined,
): Promise<boolean> => {
  const matches = await inTurn(async () =>
    Bun.password.verify(password, hash ?? (await standIn())),
  );
  return matches && hash != null;
};

let standInHash: Promise<string> | undefined;
const standIn = () => {
  standInHash ??= Bun.password.hash("nobody has this password", { algorithm: "argon2id" });
  return standInHash;
};
