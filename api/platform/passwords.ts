/** Argon2id takes 64 MB and a fifth of a second of one core: two at a time, the rest wait. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 64;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE) throw new PasswordQueueFull();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export class PasswordQueueFull extends Error {
  constructor() {
    super("Too many passwords are being checked at once");
    this.name = "PasswordQueueFull";
  }
}

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
