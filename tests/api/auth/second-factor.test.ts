import { describe, expect, it, vi } from "vitest";
import { testApp } from "#tests/support/app.ts";
import {
  codeOf,
  ORIGIN,
  outcome,
  PASSWORD,
  peopleWithSecondFactors,
} from "#tests/support/second-factor.ts";

const app = await testApp({ PUBLIC_URL: ORIGIN, TRUST_PROXY: "on" });
const { database } = app;
const { registered, login, ticketOf, pass, withApp } = peopleWithSecondFactors(app);
const service = database.asService("a test looks at what is stored");
vi.setConfig({ testTimeout: 60_000 });

describe("an authenticator app", () => {
  it("is turned on with the password and a code, and is asked for from then on", async () => {
    const ida = await registered();
    const refused = await ida.call("POST", "/user/second-factor/totp", { password: "wrong" });
    expect((await refused.json()).fields).toEqual({
      password: "This is not the password of the account.",
    });
    const { secret, url, recovery } = await withApp(ida);
    expect(url).toContain(`secret=${secret}`);
    expect(url).toContain("otpauth://totp/Kinora");
    expect(new Set(recovery).size).toBe(10);

    const answer = await login(ida);
    expect(answer.status).toBe(200);
    const { ticket, ways, ...rest } = await answer.json();
    expect(rest).not.toHaveProperty("token");
    expect(rest).not.toHaveProperty("user");
    expect(ways).toEqual(["recovery", "totp"]);
    const passed = await pass(ticket, codeOf(secret));
    expect(passed.status).toBe(200);
    const { token, user } = await passed.json();
    expect(user.email).toBe(ida.email);
    const me = await app.visitor.call("GET", "/user", undefined, {
      Authorization: `Bearer ${token}`,
    });
    expect(me.status).toBe(200);
    const own = await (await ida.call("GET", "/user/second-factor")).json();
    expect(own).toEqual({ totp: true, passkeys: [], recovery_codes_left: 10 });
  });

  it("is asked for only once a code has confirmed it, and begins anew where that took too long", async () => {
    const ida = await registered();
    const begin = () => ida.call("POST", "/user/second-factor/totp", { password: PASSWORD });
    const { secret: first } = await (await begin()).json();
    expect(await (await login(ida)).json()).toHaveProperty("token");
    const { secret } = await (await begin()).json();
    const confirm = (code: string) => ida.call("PUT", "/user/second-factor/totp", { code });
    expect((await confirm(codeOf(first))).status).toBe(422);
    expect((await confirm(codeOf(secret, -2))).status, "a code of a minute ago").toBe(422);
    await service(
      (sql) => sql`
        update private.second_factors set begun_at = now() - interval '11 minutes' where user_id = ${ida.id}
      `,
    );
    expect(await outcome(await confirm(codeOf(secret)))).toEqual([409, "not_begun"]);
    const { secret: anew } = await (await begin()).json();
    expect((await confirm(codeOf(anew))).status).toBe(200);
  });

  it("is not replaced by another while it is on", async () => {
    const ida = await registered();
    await withApp(ida);
    const again = await ida.call("POST", "/user/second-factor/totp", { password: PASSWORD });
    expect(await outcome(again)).toEqual([409, "totp_on"]);
  });

  it("has its secret sealed, and its recovery codes hashed", async () => {
    const ida = await registered();
    const { secret, recovery } = await withApp(ida);
    const rows = await service(
      (sql) => sql`select * from private.second_factors where user_id = ${ida.id}`,
    );
    const stored = JSON.stringify(rows);
    for (const plain of [secret, ...recovery, ...recovery.map((code) => code.replaceAll("-", ""))])
      expect(stored.toLowerCase()).not.toContain(plain.toLowerCase());
  });

  it("is turned off with the password alone, and then nothing is asked for", async () => {
    const ida = await registered();
    const { recovery } = await withApp(ida);
    const ticket = await ticketOf(ida);
    const off = (password: string) => ida.call("DELETE", "/user/second-factor/totp", { password });
    expect((await off("wrong")).status).toBe(422);
    expect((await off(PASSWORD)).status).toBe(200);
    expect((await off(PASSWORD)).status).toBe(404);
    expect(await (await login(ida)).json()).toHaveProperty("token");
    expect((await pass(ticket, recovery[0] ?? "")).status).toBe(401);
    const own = await (await ida.call("GET", "/user/second-factor")).json();
    expect(own.recovery_codes_left).toBe(0);
  });
});

describe("a code", () => {
  it("works once, also that which confirmed the app, and also for two who come at once", async () => {
    const ida = await registered();
    const { secret, used } = await withApp(ida);
    expect(await outcome(await pass(await ticketOf(ida), used))).toEqual([401, "wrong_code"]);
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(ida)));
    const code = codeOf(secret);
    const answers = await Promise.all(tickets.map((ticket) => pass(ticket, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await pass(await ticketOf(ida), code)).status).toBe(401);
    expect((await pass(await ticketOf(ida), codeOf(secret, 1))).status).toBe(200);
  });

  it("may be a recovery code, however it is written, and each of them once", async () => {
    const ida = await registered();
    const { recovery } = await withApp(ida);
    const [code = ""] = recovery;
    const written = ` ${code.toUpperCase().replaceAll("-", " ")} `;
    expect((await pass(await ticketOf(ida), written)).status).toBe(200);
    expect((await pass(await ticketOf(ida), code)).status).toBe(401);
    const [, again = ""] = recovery;
    const tickets = await Promise.all([ticketOf(ida), ticketOf(ida), ticketOf(ida)]);
    const answers = await Promise.all(tickets.map((ticket) => pass(ticket, again)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const own = await (await ida.call("GET", "/user/second-factor")).json();
    expect(own.recovery_codes_left).toBe(8);
  });

  it("may be typed in the wide digits of a Japanese keyboard", async () => {
    const ida = await registered();
    const { secret } = await withApp(ida);
    const wide = codeOf(secret, 1).replaceAll(/\d/g, (digit) =>
      "０１２３４５６７８９".charAt(+digit),
    );
    expect((await pass(await ticketOf(ida), wide)).status).toBe(200);
  });

  it("of recovery is void when new ones are made", async () => {
    const ida = await registered();
    const { recovery } = await withApp(ida);
    const made = await ida.call("POST", "/user/second-factor/recovery-codes", {
      password: PASSWORD,
    });
    const { recovery_codes: fresh } = await made.json();
    expect(fresh).toHaveLength(10);
    expect((await pass(await ticketOf(ida), recovery[0] ?? "")).status).toBe(401);
    expect((await pass(await ticketOf(ida), fresh[0])).status).toBe(200);
    const other = await registered();
    const none = await other.call("POST", "/user/second-factor/recovery-codes", {
      password: PASSWORD,
    });
    expect(await outcome(none)).toEqual([409, "second_factor_off"]);
  });

  it("of somebody else does not work", async () => {
    const [ida, eve] = [await registered(), await registered()];
    await withApp(ida);
    const hers = await withApp(eve);
    expect((await pass(await ticketOf(ida), codeOf(hers.secret))).status).toBe(401);
    expect((await pass(await ticketOf(ida), hers.recovery[0] ?? "")).status).toBe(401);
  });
});

describe("guessing", () => {
  it("ends a ticket after five tries, also for the right code, and also for many at once", async () => {
    const ida = await registered();
    const { secret } = await withApp(ida);
    const ticket = await ticketOf(ida);
    const wrong = codeOf("JBSWY3DPEHPK3PXP");
    const answers = await Promise.all(Array.from({ length: 8 }, () => pass(ticket, wrong)));
    const codes = await Promise.all(answers.map(async (answer) => (await answer.json()).code));
    expect(codes.filter((code) => code === "wrong_code")).toHaveLength(5);
    expect(codes.filter((code) => code === "ticket_over")).toHaveLength(3);
    expect(await outcome(await pass(ticket, codeOf(secret)))).toEqual([401, "ticket_over"]);
    expect((await pass(await ticketOf(ida), codeOf(secret))).status).toBe(200);
    const failures = await database.pool`
      select after from public.audit_log where target = ${ida.email} and act = 'sign_in_failed'
    `;
    expect(failures.map(({ after }) => after.reason)).toEqual(Array(5).fill("wrong_code"));
  });

  it("is limited for the account, whatever it has of tickets, also for the right code", async () => {
    const ida = await registered();
    const { secret, recovery } = await withApp(ida);
    const wrong = codeOf("JBSWY3DPEHPK3PXP");
    for (let ticket = 0; ticket < 2; ticket += 1) {
      const one = await ticketOf(ida);
      for (let number = 0; number < 5; number += 1)
        expect((await pass(one, wrong)).status).toBe(401);
    }
    const ticket = await ticketOf(ida);
    expect((await pass(ticket, codeOf(secret))).status).toBe(429);
    // Nobody guesses a recovery code, so a stranger with the password does not lock its owner out.
    expect((await pass(ticket, recovery[0] ?? "")).status).toBe(200);
  });

  it("counts wrong codes alone", async () => {
    const ida = await registered();
    const { secret } = await withApp(ida);
    const left = async () => {
      const [bucket] = await service(
        (sql) => sql<{ tokens: number }[]>`
          select round(tokens) as tokens from private.buckets
           where name = ${`second-factor:account:${ida.id}`}
        `,
      );
      return bucket?.tokens;
    };
    expect((await pass(await ticketOf(ida), codeOf(secret))).status).toBe(200);
    expect(await left()).toBe(10);
    expect((await pass(await ticketOf(ida), codeOf("JBSWY3DPEHPK3PXP"))).status).toBe(401);
    expect(await left()).toBe(9);
  });

  it("has five minutes, and a ticket is good for one session", async () => {
    const ida = await registered();
    const { secret, recovery } = await withApp(ida);
    const ticket = await ticketOf(ida);
    const end = await service(
      (sql) => sql`
        update private.sign_in_tickets set ends_at = ends_at - interval '5 minutes'
         where user_id = ${ida.id} returning 1
      `,
    );
    expect(end).toHaveLength(1);
    expect(await outcome(await pass(ticket, codeOf(secret)))).toEqual([401, "ticket_over"]);
    const fresh = await ticketOf(ida);
    expect((await pass(fresh, codeOf(secret))).status).toBe(200);
    expect(await outcome(await pass(fresh, recovery[0] ?? ""))).toEqual([401, "ticket_over"]);
    const left = await service(
      (sql) => sql`select from private.sign_in_tickets where user_id = ${ida.id}`,
    );
    expect(left, "the one that was over is cleared away").toHaveLength(0);
    expect(await outcome(await pass("no ticket", codeOf(secret, 1)))).toEqual([401, "ticket_over"]);
  });

  it("ends with the password that the ticket was given for", async () => {
    const ida = await registered();
    const { secret } = await withApp(ida);
    const ticket = await ticketOf(ida);
    const body = { current_password: PASSWORD, new_password: "another one" };
    expect((await ida.call("POST", "/user/change-password", body)).status).toBe(200);
    expect((await pass(ticket, codeOf(secret))).status).toBe(401);
  });
});
