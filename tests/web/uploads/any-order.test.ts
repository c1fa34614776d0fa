import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  beginUpload,
  type Effect,
  type Event,
  next,
  type Upload,
} from "#web/lib/uploads/machine.ts";

/** A server that keeps the protocol, and a network that does not keep its word. */
class Server {
  bytes: number[] = [];
  length: number | null = null;
  created = 0;

  create(length: number | null) {
    this.created += 1;
    this.bytes = [];
    this.length = length;
  }

  patch(
    offset: number,
    body: number[],
    length: number | null,
  ): "taken" | "disagreement" | "refused" {
    if (length !== null && this.length !== null) return "refused";
    if (offset !== this.bytes.length) return "disagreement";
    if (length !== null) this.length = length;
    if (this.length !== null && offset + body.length > this.length) return "refused";
    this.bytes.push(...body);
    return "taken";
  }
}

type Fault =
  | "none"
  | "silence"
  | "lost-request"
  | "lost-reply"
  | "cut"
  | "crash"
  | "signed-out"
  | "offline";

const faults = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Fault>("none") },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Fault>(
        "silence",
        "lost-request",
        "lost-reply",
        "cut",
        "crash",
        "signed-out",
        "offline",
      ),
    },
  ),
  { maxLength: 40 },
);
const chunks = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 });

/** One recording through one upload: the disk grows between requests, and faults happen as listed. */
class Journey {
  readonly server = new Server();
  readonly sent: Effect[] = [];
  private state: Upload = beginUpload({});
  private pending: Effect[] = [];
  private at = 0;
  private disk = 0;
  private ended = false;

  constructor(
    private readonly chunks: number[],
    private readonly faults: Fault[],
  ) {}

  run() {
    for (let turn = 0; turn < 4_000 && !this.state.finished; turn += 1) {
      this.at += 1_000;
      this.grow();
      const effect = this.pending.pop();
      if (effect) this.carryOut(effect);
      else this.tell({ type: "tick", at: this.at });
    }
    return this.state;
  }

  private grow() {
    const chunk = this.chunks.shift();
    if (chunk !== undefined) {
      this.disk += chunk;
      this.tell({ type: "grown", available: this.disk, at: this.at });
    } else if (!this.ended) {
      this.ended = true;
      this.tell({ type: "ended", total: this.disk, at: this.at });
    }
  }

  private tell(event: Event) {
    const step = next(this.state, event);
    this.state = step.state;
    this.pending.push(...step.effects.filter((effect) => effect.do !== "wait"));
    expect(this.pending.length).toBeLessThanOrEqual(1);
  }

  private carryOut(effect: Effect) {
    this.sent.push(effect);
    const fault = this.faults.shift() ?? "none";
    if (fault === "offline") {
      this.tell({ type: "offline" });
      this.tell({ type: "failed", failure: { kind: "unreachable" }, at: this.at });
      this.tell({ type: "online", at: this.at });
      return;
    }
    const reply =
      fault === "lost-request" || fault === "signed-out" ? null : this.reach(effect, fault);
    if (fault === "crash") return this.restart();
    // A silent answer never comes; an unanswered creation would make a second upload, so that one fails.
    if (fault === "silence" && effect.do !== "create") return;
    if (fault === "none" && reply) return this.tell(reply);
    const kind = fault === "signed-out" ? "signed-out" : "unreachable";
    this.tell({ type: "failed", failure: { kind }, at: this.at });
    if (fault === "signed-out") this.tell({ type: "signed-in", at: this.at });
  }

  /** The server's own act and the answer it would give, whether or not anybody hears that. */
  private reach(effect: Effect, fault: Fault): Event | null {
    const { server, at } = this;
    if (effect.do === "create") {
      server.create(effect.length);
      return { type: "created", url: "/u/1", announced: effect.length !== null, at };
    }
    if (effect.do === "ask")
      return { type: "located", offset: server.bytes.length, length: server.length, at };
    if (effect.do !== "send") return null;
    const to =
      fault === "cut" ? effect.from + Math.floor((effect.to - effect.from) / 2) : effect.to;
    const body = Array.from({ length: to - effect.from }, (_, i) => byteAt(effect.from + i));
    const verdict = server.patch(effect.from, body, effect.length);
    expect(verdict, "the client keeps the protocol").not.toBe("refused");
    if (verdict === "disagreement")
      return { type: "failed", failure: { kind: "disagreement" }, at };
    return { type: "accepted", offset: server.bytes.length, took: 500, at };
  }

  /** The browser is gone; the next visit knows the address, if that was told, and what the disk holds. */
  private restart() {
    const url = this.state.url ?? undefined;
    this.pending = [];
    this.state = beginUpload(url ? { url } : {});
    this.tell({ type: "grown", available: this.disk, at: this.at });
    if (this.ended) this.tell({ type: "ended", total: this.disk, at: this.at });
  }
}

const byteAt = (position: number) => (position * 31 + (position >> 8)) % 251;

describe("an upload", () => {
  it("ends in the same bytes after any order of chunks, retries, lost replies, cuts, crashes and sign-ins", () => {
    fc.assert(
      fc.property(chunks, faults, (sizes, mishaps) => {
        const journey = new Journey([...sizes], [...mishaps]);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const state = journey.run();
        expect(state.finished).toBe(true);
        expect(journey.server.length).toBe(total);
        expect(journey.server.bytes).toHaveLength(total);
        expect(journey.server.bytes.every((byte, i) => byte === byteAt(i))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("never begins a second upload once it has an address", () => {
    fc.assert(
      fc.property(chunks, faults, (sizes, mishaps) => {
        const journey = new Journey(
          [...sizes],
          mishaps.filter((fault) => fault !== "crash"),
        );
        journey.run();
        const created = journey.sent.map((effect) => effect.do);
        expect(created.lastIndexOf("create")).toBeLessThan(
          created.includes("send") ? created.indexOf("send") : created.length,
        );
      }),
      { numRuns: 50 },
    );
  });
});
