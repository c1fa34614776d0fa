import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { isMailAway, openMail } from "#api/services/mail.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const letter = { to: "ida@example.org", subject: "Hällo", text: "Grüße\n.\nend" };

describe("mail", () => {
  it("goes out by SMTP where that is set up", async () => {
    const smtp = await startSmtp();
    atEndOfFile(() => smtp.stop());
    const send = openMail(readEnv({ SMTP_URL: smtp.url }), pino({ level: "silent" }));
    await send(letter);
    expect(smtp.letters).toMatchObject([{ to: "ida@example.org" }]);
    expect(smtp.letters[0]?.source).toMatch(/^From: Kinora <kinora@localhost>\r\n/);
  });

  it("cannot be given further headers by its subject", async () => {
    const smtp = await startSmtp();
    atEndOfFile(() => smtp.stop());
    const send = openMail(readEnv({ SMTP_URL: smtp.url }), pino({ level: "silent" }));
    await send({ ...letter, subject: "Hi\r\nBcc: eve@example.org" });
    expect(smtp.letters).toHaveLength(1);
    expect(smtp.letters[0]?.source).not.toMatch(/^Bcc:/m);
  });

  it.each([
    ["550 5.1.1 ida@example.org is full", "mail_refused", "does not take emails to this address"],
    ["451 4.3.0 Not for ida@example.org", "mail_unavailable", "try again in a few minutes"],
  ])("that is answered %s is logged without the words", async (answer, code, words) => {
    const smtp = await startSmtp();
    atEndOfFile(() => smtp.stop());
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const send = openMail(readEnv({ SMTP_URL: smtp.url }), log);
    smtp.refuseNext(answer);
    const error = await send(letter).catch((error: unknown) => error);
    expect(error).toMatchObject({ status: 503, code, message: expect.stringContaining(words) });
    expect(isMailAway(error)).toBe(code === "mail_unavailable");
    const responseCode = Number.parseInt(answer, 10);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: "EMESSAGE", responseCode },
    ]);
    expect(lines.join()).not.toContain("ida@example.org");
    await send(letter);
    expect(smtp.letters).toHaveLength(1);
  });

  it("is away where nobody takes it, and the log says why", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const send = openMail(readEnv({ SMTP_URL: "smtp://127.0.0.1:1" }), log);
    expect(isMailAway(await send(letter).catch((error: unknown) => error))).toBe(true);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ originalCode: "ECONNREFUSED" });
    expect(isMailAway(new Error("mail_unavailable"))).toBe(false);
  });

  it("otherwise lies in the outbox, for the operator alone, and the log names the file", async () => {
    const env = readEnv({ DATA_DIR: temporaryDirectory() });
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    await openMail(env, log)(letter);
    const [name = ""] = readdirSync(join(env.DATA_DIR, "outbox"));
    const file = join(env.DATA_DIR, "outbox", name);
    expect(readFileSync(file, "utf8")).toContain("To: ida@example.org");
    expect(readFileSync(file, "utf8")).toMatch(/^From: Kinora <kinora@localhost>\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    await openMail(env, log)(letter);
    expect(readdirSync(join(env.DATA_DIR, "outbox"))).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? "").file).toBe(file);
  });
});
