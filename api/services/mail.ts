import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import type { Env } from "#api/env.ts";
import { HttpError, unavailable } from "#api/http/errors.ts";
import { once } from "#api/platform/once.ts";

interface Letter {
  to: string;
  subject: string;
  /** Plain text: nothing in it can be more than words. */
  text: string;
  canWait?: boolean;
  isWarning?: boolean;
}

/** Resolves once somebody else has taken responsibility for the letter. */
export type SendMail = (letter: Letter) => Promise<void>;

const UNSENT = "The email could not be sent just now. Please try again in a few minutes.";
const REFUSED = "The mail server does not take emails to this address.";
const PATIENCE_MS = 15_000;

/** A failure without its words: a mail server repeats in them whom the email was for. */
const Trouble = z.object({
  code: z.string(),
  originalCode: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Another try may well succeed. */
export const isMailAway = (error: unknown) =>
  error instanceof HttpError && error.code === "mail_unavailable";

/** For a letter of which nobody waits to hear: no further try would help where its server refuses it. */
export function letRefused(error: unknown): void {
  if (!(error instanceof HttpError && error.code === "mail_refused")) throw error;
}

/** By SMTP where it is set up; otherwise letters lie in the outbox for the operator to see. */
export function openMail(env: Env, log: Logger): SendMail {
  return env.SMTP_URL ? bySmtp(env.SMTP_URL, env.MAIL_FROM, log) : intoOutbox(env, log);
}

function bySmtp(url: string, from: string, log: Logger): SendMail {
  const transport = once(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    });
  });
  return async (letter) => {
    try {
      await (await transport()).sendMail({ from, ...letter });
    } catch (err) {
      const trouble = Trouble.safeParse(err).data;
      log.warn(trouble ?? { err }, "an email could not be sent");
      throw isForGood(trouble)
        ? unavailable(REFUSED, "mail_refused")
        : unavailable(UNSENT, "mail_unavailable");
    }
  };
}

/** The server has understood the letter, or whom it is for, and says no: it would say so again. */
const isForGood = ({ code = "", responseCode = 0 }: Partial<z.infer<typeof Trouble>> = {}) =>
  /^(EENVELOPE|EMESSAGE)$/.test(code) && responseCode >= 500;

function intoOutbox(env: Env, log: Logger): SendMail {
  const outbox = resolve(env.DATA_DIR, "outbox");
  const transport = once(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  });
  return async (letter) => {
    const { message } = await (await transport()).sendMail({ from: env.MAIL_FROM, ...letter });
    const stamp = new Date().toISOString().replaceAll(":", "-");
    const file = join(outbox, `${stamp}-${crypto.randomUUID().slice(0, 8)}.eml`);
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    await writeFile(file, String(message), { mode: 0o600 });
    log.info({ file }, "mail is not set up: the email was written to a file");
  };
}
