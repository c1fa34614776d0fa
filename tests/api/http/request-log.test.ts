import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { newKey } from "#api/platform/objects/store.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecording, recordingOf } from "#tests/support/recordings.ts";

const written: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => written.push(line) });
const METRICS_TOKEN = "only the operator knows";
const { database, person, request, visitor } = await testApp({ METRICS_TOKEN }, { log });
const owner = await person();
const recording = await recordingOf(database, owner);
const link = await linkTo(owner, recording, { password: "abracadabra" });
const open = await linkTo(owner, recording);
const tokenOf = async (answer: Response) => (await answer.json()).token as string; // unlock and media answers name it so

type Line = Record<"path" | "request" | "msg", string> & { status: number };
const linesOf = async (ask: () => Promise<unknown>) => {
  written.length = 0;
  await ask();
  return written.map((line) => JSON.parse(line) as Line); // pino writes one object a line
};

describe("the log", () => {
  it("names the call, with the ids it concerns", async () => {
    const [line] = await linesOf(() => owner.call("GET", `/recordings/${recording}/comments`));
    expect(line?.path).toBe(`/api/recordings/${recording}/comments`);
    const [refused] = await linesOf(() => visitor.call("GET", `/recordings/${recording}/shares`));
    expect([refused?.status, refused?.path]).toEqual([401, `/api/recordings/${recording}/shares`]);
  });

  it("has the id under which the caller can ask for it, also with bytes", async () => {
    const paths = [`/recordings/${recording}/stream`, `/recordings/${recording}`, "/no/such/call"];
    for (const path of paths) {
      let answer: Response | undefined;
      const [line] = await linesOf(async () => {
        answer = await owner.call("GET", path);
      });
      expect(answer?.headers.get("X-Request-Id"), path).toBe(line?.request);
    }
  });

  it("names a recording whose bytes are gone once, by its id and never by its title, and whoever asks hears it", async () => {
    const bytes = { store: "disk", storage_key: newKey() };
    const salaries = { filename: "Salaries", ...bytes };
    const id = await insertRecording(database.pool, owner.id, salaries);
    for (const path of ["stream", "download"]) {
      const lines = await linesOf(async () => {
        const answer = await owner.call("GET", `/recordings/${id}/${path}`);
        expect([answer.status, (await answer.json()).code]).toEqual([404, "file_gone"]);
      });
      expect(lines.filter(({ msg }) => msg === `The bytes of ${id} are gone`)).toHaveLength(1);
      expect(written.join()).not.toContain("Salaries");
    }
  });

  it("dates each answer itself, one with bytes as well", async () => {
    for (const path of ["/recordings", `/recordings/${recording}/stream`]) {
      const { headers } = await owner.call("GET", path);
      expect(headers.get("Date"), path).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/); // one date, not two
    }
  });

  it("dates an answer when it is given", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const now of ["Fri, 27 Nov 2026 10:00:00 GMT", "Fri, 27 Nov 2026 10:00:01 GMT"]) {
      vi.setSystemTime(new Date(now));
      expect((await visitor.call("GET", "/config")).headers.get("Date")).toBe(now);
    }
    vi.useRealTimers();
  });

  it("holds nothing that opens something, wherever it stood in the request", async () => {
    const unlock = await tokenOf(
      await visitor.call("POST", `/shared/${link.share_token}/unlock`, { password: "abracadabra" }),
    );
    const media = await tokenOf(await owner.call("POST", `/recordings/${recording}/media-token`));
    const secrets = [link.share_token, open.share_token, unlock, media, owner.token, "abracadabra"];
    written.length = 0;
    await visitor.call("GET", `/shared/${open.share_token}`);
    await visitor.call("GET", `/shared/${open.share_token}/stream`);
    await visitor.call("GET", `/shared/${open.share_token}/no/such/call`);
    await visitor.call("POST", `/shared/${link.share_token}/unlock`, { password: "abracadabra" });
    await visitor.call("GET", `/recordings/${recording}`, undefined, through(link, unlock));
    await visitor.call("GET", `/recordings/${recording}/comments?share=${open.share_token}`);
    await visitor.call("GET", `/recordings/${recording}/stream?token=${media}`);
    await visitor.call("GET", `/recordings/${link.share_token}`, undefined, through(open));
    await owner.call("GET", `/recordings/${recording}/stream?token=${owner.token}`);
    for (const page of ["shared", "embed", "Shared", "nothing"])
      await request(`/${page}/${open.share_token}?unlock=${unlock}`);
    expect(written.length).toBeGreaterThan(12);
    const said = written.join("\n");
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  });
});

describe("the measurements", () => {
  it("tell the calls apart, and no call by its ids or tokens", async () => {
    await owner.call("GET", `/recordings/${recording}`);
    await visitor.call("GET", `/shared/${open.share_token}`);
    const told = await (
      await request("/metrics", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    expect(told).toContain('route="/api/recordings/:id",status="200"');
    expect(told).toContain('route="/api/shared/:share_token",status="200"');
    expect(told).not.toContain(recording);
    expect(told).not.toContain(open.share_token);
  });
});
