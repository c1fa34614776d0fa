import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { openMail } from "#api/services/mail.ts";
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

  it("otherwise lies in the outbox, for the operator alone, and the log names the file", async () => {
    const env = readEnv({ DATA_DIR: temporaryDirectory() });
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    await openMail(env, log)(letter);
    const [name = ""] = readdirSync(join(env.DATA_DIR, "outbox"));
    const file = join(env.DATA_DIR, "outbox", name);
    expect(readFileSync(file, "utf8")).toContain("To: ida@example.org");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(lines[0] ?? "").file).toBe(file);
  });
});
