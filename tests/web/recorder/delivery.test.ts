// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { takeFrom } from "#web/features/recorder/keep/take.ts";
import {
  type Delivery,
  deliver,
  deliverInBackground,
  deliveriesAtom,
  type Progress,
} from "#web/features/recorder/send/delivery.ts";
import { session, signIn, signOut } from "#web/lib/session.ts";
import { aManifest } from "./keep/manifest.ts";

const id = "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d";
const film = new Blob(["all of it"], { type: "video/webm" });
const shape = { tiles: 4, seconds_each: 0.5, tile_width: 160, tile_height: 90 };
const sheet = { shape, picture: new Blob(["picture"], { type: "image/jpeg" }) };

let server: Awaited<ReturnType<typeof answeringServer>>;
let asked: string[];
let titles: string[];
/** The server's answer to each part it is sent, and its receipt for the recording afterwards. */
let part: { status: number; body: unknown };
let receipt: { status: number; body: unknown };
let deliveries: Delivery[];
let isLetGo: boolean;

const received = (fields = {}) => ({
  recording_id: id,
  ...{ status: "ready", received_bytes: film.size, received_sha256: "abc", duration: 2 },
  ...{ seekable: true, audio: null, ...fields },
});

beforeEach(async () => {
  localStorage.clear();
  signIn({ token: "of-ada", user: ada });
  server = await answeringServer();
  [asked, titles, deliveries, isLetGo] = [[], [], [], false];
  part = { status: 204, body: "" };
  receipt = { status: 200, body: received() };
  server.state.answer = ({ method = "", url = "", headers }) => {
    asked.push(`${method} ${url.replace(id, "r")}`);
    const [, title] = /title ([^,]*)/.exec(String(headers["upload-metadata"])) ?? [];
    if (title) titles.push(atob(title));
    if (url.endsWith("/receipt")) return receipt;
    if (!url.includes("/uploads")) return { body: {} };
    const taken = Number(headers["upload-offset"] ?? 0) + Number(headers["content-length"] ?? 0);
    const offset: Record<string, string> = { "upload-offset": String(taken) };
    const place: Record<string, string> = { location: "/api/uploads/1", "x-recording-id": id };
    return method === "PATCH"
      ? { ...part, headers: offset }
      : { status: 201, body: "", headers: { ...offset, ...place } };
  };
});
afterEach(() => {
  for (const delivery of deliveries) delivery.abandon();
  getDefaultStore().set(deliveriesAtom, new Map());
  vi.useRealTimers();
  signOut();
  return server.stop();
});

function send(fields: Partial<Manifest> = {}, blob = film) {
  const manifest = aManifest({ userId: ada.id, keeps: "memory", hasAudio: false, ...fields });
  const whole = { bytes: blob.size, elapsed: 2_000, sealed: { bytes: blob.size, sha256: "abc" } };
  const take = takeFrom({ ...manifest, ...whole }, blob, () => {
    isLetGo = true;
  });
  const delivery = deliver(take);
  deliveries.push(delivery);
  const told: Progress[] = [];
  delivery.subscribe((progress) => void told.push(progress));
  return { delivery, told };
}
const outcomes = (told: Progress[]) => [...new Set(told.map(({ verdict }) => verdict?.outcome))];

describe("a recording that is delivered", () => {
  it("tells how far it is, up to the receipt, with its pictures beside it", async () => {
    const { delivery, told } = send({ sheet });
    await expect.poll(() => outcomes(told)).toEqual([undefined, "verified"]);
    expect(told.some(({ upload }) => upload.finished)).toBe(true);
    expect(titles).toEqual(["Demo"]);
    expect(delivery.take.manifest).toMatchObject({ sent: true, confirmed: true, mayUpload: true });
    expect(delivery.take.manifest.upload).toEqual({ url: "/api/uploads/1", recordingId: id });
    const sent = asked.filter((one) => !one.includes("receipt"));
    expect(sent.slice(0, 2)).toEqual(["POST /api/uploads", "PATCH /api/uploads/1"]);
    await expect.poll(() => asked.filter((one) => one.includes("contact-sheet"))).toHaveLength(1);
    delivery.retry();
    await fetch("/last");
    expect(
      asked.filter((one) => one.includes("contact-sheet")),
      "it is there",
    ).toHaveLength(1);
    expect(asked.filter((one) => one.includes("receipt"))).toHaveLength(1);
  });

  it("is not told of pictures that there are none of", async () => {
    const { told } = send();
    await expect.poll(() => outcomes(told)).toContain("verified");
    expect(asked.filter((one) => one.includes("contact-sheet"))).toEqual([]);
  });

  it("keeps the copy here until nobody needs it: the server has every byte, and it may go", async () => {
    const { delivery, told } = send();
    await expect.poll(() => outcomes(told)).toContain("verified");
    expect(isLetGo, "it is still looked at").toBe(false);
    delivery.dropCopy();
    await expect.poll(() => isLetGo).toBe(true);
  });

  it("compares nothing where only the server has a part of it, and is let go here", async () => {
    const upload = { url: "/api/uploads/1", recordingId: id };
    const { delivery } = send({ upload }, new Blob());
    delivery.dropCopy();
    await expect.poll(() => isLetGo).toBe(true);
    expect(asked).toEqual(["HEAD /api/uploads/1", "PATCH /api/uploads/1"]);
    expect(delivery.progress()).toMatchObject({ verdict: null, upload: { finished: true } });
  });

  it("drops the copy here once every byte is confirmed, where it may go", async () => {
    const { delivery } = send();
    delivery.dropCopy();
    expect(isLetGo).toBe(false);
    await expect.poll(() => isLetGo).toBe(true);
  });

  it("never drops what the server has otherwise", async () => {
    receipt = { status: 200, body: received({ received_sha256: "another" }) };
    const { delivery, told } = send();
    delivery.dropCopy();
    await expect.poll(() => outcomes(told)).toContain("differs");
    delivery.dropCopy();
    expect([isLetGo, delivery.take.manifest.confirmed]).toEqual([false, false]);
  });

  it("leads its owner to signing in when the server refuses the session", async () => {
    part = { status: 401, body: {} };
    send();
    await expect.poll(() => session()).toMatchObject({ status: "signed-out", expired: true });
  });

  it("tells nothing more once it is given up, and asks for no receipt", async () => {
    receipt = { status: 200, body: received({ status: "processing" }) };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { delivery, told } = send();
    await expect.poll(() => outcomes(told)).toContain("pending");
    delivery.abandon();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    await fetch("/last");
    expect(asked.slice(before)).toEqual(["GET /last"]);
  });
});

describe("a recording that is delivered behind other pages", () => {
  const shown = () => [...getDefaultStore().get(deliveriesAtom).entries()];

  it("is shown at once and with all that becomes of it, until it is dismissed", async () => {
    const { delivery } = send();
    const other = send({ id: "other" }).delivery;
    deliverInBackground(delivery);
    deliverInBackground(other);
    expect(shown().map(([name]) => name)).toEqual(["take", "other"]);
    await expect.poll(() => shown()[0]?.[1].verdict?.outcome).toBe("verified");
    await expect.poll(() => shown()[1]?.[1].verdict?.outcome).toBe("verified");
    await expect.poll(() => isLetGo).toBe(true); // its copy here goes by itself
    shown()[0]?.[1].dismiss();
    expect(shown().map(([name]) => name)).toEqual(["other"]);
  });

  it("that was refused is tried again, and stays on this computer until it is there", async () => {
    part = { status: 402, body: { error: "Full", message: "No room.", code: "quota_exceeded" } };
    deliverInBackground(send().delivery);
    await expect.poll(() => shown()[0]?.[1].upload.stuck).toMatchObject({ message: "No room." });
    expect(isLetGo).toBe(false);
    part = { status: 204, body: "" };
    const answer = server.state.answer;
    server.state.answer = (request) =>
      request.method === "HEAD" ? { body: "", headers: { "upload-offset": "0" } } : answer(request);
    shown()[0]?.[1].retry();
    await expect.poll(() => isLetGo).toBe(true);
  });
});
