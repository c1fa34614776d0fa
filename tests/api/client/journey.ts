import createClient, { type Client } from "openapi-fetch";
import { expect } from "vitest";
import type { components, paths } from "./paths.gen.ts";

type Api = Client<paths>;
type Send = (request: Request) => Promise<Response>;
type Schemas = components["schemas"];

/** The way of a person who has nothing of ours but the document. */
export async function journey(send: Send, video: File): Promise<void> {
  const stranger = createClient<paths>({ baseUrl: "http://kinora.test/api", fetch: send });
  const owner = await register(stranger, send, "Ida");
  const guest = await register(stranger, send, "Gus");

  const saved = await save(owner, video);
  const recording = { params: { path: { id: saved.id } } };
  const { recordings } = done(await owner.GET("/recordings", { params: { query: { limit: 5 } } }));
  expect(recordings.map(({ id }) => id)).toEqual([saved.id]);

  const body = { filename: "A walk through it" };
  expect(done(await owner.PUT("/recordings/{id}", { ...recording, body }))).toMatchObject(body);

  const share = done(
    await owner.POST("/recordings/{id}/shares", { ...recording, body: { password: "sesame" } }),
  );
  const key = await open(stranger, share);
  expect(await firstBytes(stranger, saved.id, key)).toEqual(await video.slice(0, 100).bytes());

  const said = await discuss(guest, saved.id, key);
  const { comments } = done(await owner.GET("/recordings/{id}/comments", recording));
  expect(comments.map(({ id, username }) => [id, username])).toEqual([[said.id, "Gus"]]);

  const refused = await guest.DELETE("/recordings/{id}", recording);
  expect([refused.response.status, refused.error?.code]).toEqual([404, "not_found"]);
  expect(done(await owner.DELETE("/recordings/{id}", recording))).toEqual({ success: true });
  const gone = await owner.GET("/recordings/{id}", recording);
  expect([gone.response.status, gone.error?.message]).toEqual([404, "Not found"]);

  expect(await subtitle(owner, await save(owner, video))).toBe("de");
  expect(await sendInParts(owner, video)).toBe("processing");
}

async function register(anyone: Api, send: Send, username: string): Promise<Api> {
  const body = { username, email: `${username}@example.org`, password: "only-I-know" };
  const made = done(await anyone.POST("/auth/register", { body }));
  if (!("token" in made)) throw new Error("a letter comes first");
  const { token } = made;
  const headers = { Authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: "http://kinora.test/api", fetch: send, headers });
}

const asForm = (fields: Record<string, unknown>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, value instanceof Blob ? value : String(value));
  return form;
};

const save = async (owner: Api, video: File): Promise<Schemas["Recording"]> =>
  done(await owner.POST("/recordings", { body: { video }, bodySerializer: asForm }));

async function subtitle(owner: Api, { id }: Schemas["Recording"]): Promise<string> {
  const file = new File(["1\n00:00:01,000 --> 00:00:02,000\nHallo"], "hallo.srt");
  const body = { language: "de", file };
  const call = { params: { path: { id } }, body, bodySerializer: asForm };
  return done(await owner.POST("/recordings/{id}/subtitles/upload", call)).language;
}

/** Opens the link as its page does: it needs a password, so that is exchanged for a key. */
async function open(anyone: Api, { share_token }: Schemas["Share"]) {
  const path = { share_token };
  const { error } = await anyone.GET("/shared/{share_token}", { params: { path } });
  expect(error?.code).toBe("password_required");
  const unlocked = done(
    await anyone.POST("/shared/{share_token}/unlock", {
      params: { path },
      body: { password: "sesame" },
    }),
  );
  const header = { "X-Share-Unlock": unlocked.token };
  const view = done(await anyone.GET("/shared/{share_token}", { params: { path, header } }));
  expect(view.kind === "recording" && view.recording.filename).toBe("A walk through it");
  return { ...header, "X-Share-Token": share_token };
}

type Key = Awaited<ReturnType<typeof open>>;

async function firstBytes(anyone: Api, id: string, key: Key): Promise<Uint8Array> {
  const answer = await anyone.GET("/recordings/{id}/stream", {
    params: { path: { id }, header: { ...key, Range: "bytes=0-99" } },
    parseAs: "blob",
  });
  expect(answer.response.status).toBe(206);
  return done(answer).bytes();
}

async function discuss(guest: Api, id: string, key: Key): Promise<Schemas["Comment"]> {
  const there = { params: { path: { id }, header: key } };
  const reacted = done(
    await guest.POST("/recordings/{id}/reactions", { ...there, body: { emoji: "👏" } }),
  );
  expect(reacted.total_count).toBe(1);
  return done(
    await guest.POST("/recordings/{id}/comments", { ...there, body: { content: "I see" } }),
  );
}

/** Sends the same file once more, resumable: the protocol's headers are parameters like others. */
async function sendInParts(owner: Api, video: File): Promise<Schemas["RecordingStatus"]> {
  const tus = { "Tus-Resumable": "1.0.0" } as const;
  const metadata = { filename: video.name, filetype: "video/webm", kind: "recording" };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
  const { response } = await owner.POST("/uploads", {
    params: {
      header: { ...tus, "Upload-Length": video.size, "Upload-Metadata": pairs.join(",") },
    },
  });
  const path = { id: response.headers.get("Location")?.split("/").at(-1) ?? "" };
  const bodySerializer = (part: unknown) => part;
  const half = Math.floor(video.size / 2);
  for (const [offset, part] of [
    [0, video.slice(0, half)],
    [half, video.slice(half)],
  ] as const) {
    const sent = await owner.PATCH("/uploads/{id}", {
      params: { path, header: { ...tus, "Upload-Offset": offset } },
      headers: { "Content-Type": "application/offset+octet-stream" },
      body: part,
      bodySerializer,
    });
    expect(sent.response.status).toBe(204);
  }
  const state = await owner.HEAD("/uploads/{id}", { params: { path, header: tus } });
  expect(state.response.headers.get("Upload-Offset")).toBe(String(video.size));
  const id = response.headers.get("X-Recording-Id") ?? "";
  return done(await owner.GET("/recordings/{id}", { params: { path: { id } } })).status;
}

function done<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
  return data;
}
