import type { drive_v3 } from "@googleapis/drive";
import { type GoogleAccount, GoogleAccounts } from "./google-accounts.ts";
import {
  bodyOf,
  type Failure,
  failed,
  json,
  refusal,
  type Step,
  stepOf,
} from "./google-answers.ts";
import { FOLDER, GoogleFiles, OURS, type StoredFile } from "./google-files.ts";

interface Asked {
  step: Step;
  range?: string;
  account?: string;
}

interface Call {
  request: Request;
  url: URL;
  account: GoogleAccount;
  how: "cut" | "slow" | undefined;
}

/** Google Drive and the OAuth before it, under their real paths and in their real words. */
class GoogleDrive {
  readonly asked: Asked[] = [];
  readonly failures: { step: Step; failure: Failure; times: number }[] = [];
  readonly held = new Map<Step, Promise<void>>();
  readonly counted = { sent: 0, left: 0 };
  /** The person before the browser. */
  person: GoogleAccount = { email: "ada@gmail.test", permissionId: "07" };

  constructor(
    readonly accounts: GoogleAccounts,
    readonly files: GoogleFiles,
  ) {}

  async serve(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/o/oauth2/v2/auth") return this.accounts.consent(url, this.person);
    const step = stepOf(request.method, url);
    if (!step)
      return refusal(404, "notFound", `No such address: ${request.method} ${url.pathname}`);
    const range = request.headers.get(step === "chunk" ? "Content-Range" : "Range");
    const account = this.accounts.whose(request);
    this.asked.push({ step, ...(range && { range }), ...(account && { account: account.email }) });
    await this.held.get(step);
    const failure = this.#planned(step);
    if (failure === "silence") return await new Promise<never>(() => {});
    if (typeof failure === "object") return failed(step, failure);
    if (step === "token") return this.accounts.token(new URLSearchParams(await request.text()));
    if (step === "revoke") return this.accounts.revoke(url.searchParams.get("token") ?? "");
    if (step === "chunk") return await this.#takeChunk(request, url, failure === "cut");
    if (!account) return refusal(401, "authError", "Invalid Credentials");
    return await this.#answer(step, { request, url, account, how: failure });
  }

  #planned(step: Step): Failure | undefined {
    const found = this.failures.find((one) => one.step === step && one.times > 0);
    if (found) found.times--;
    return found?.failure;
  }

  async #answer(step: Step, call: Call): Promise<Response> {
    const { request, url, account } = call;
    switch (step) {
      case "about":
        return json(this.#aboutOf(account), url);
      case "ids":
        return json({ kind: "drive#generatedIds", space: "drive", ids: [this.files.newId()] }, url);
      case "list":
        return this.#list(url, account);
      case "create": {
        const file = this.files.make(account.email, await bodyOf(request));
        this.files.keep(file);
        return json(this.files.described(file), url);
      }
      case "open":
        return await this.#openSession(call);
      case "changes":
        return this.#changes(url);
      default:
        return await this.#ofOne(step, call);
    }
  }

  #aboutOf({ email, permissionId, limit }: GoogleAccount): drive_v3.Schema$About {
    const usage = String(this.files.usedBy(email));
    return {
      kind: "drive#about",
      user: { kind: "drive#user", emailAddress: email, permissionId, displayName: email, me: true },
      storageQuota: { usage, ...(limit !== undefined && { limit: String(limit) }) },
    };
  }

  /** Understands the searches that we ask, and nothing else. */
  #list(url: URL, { email }: GoogleAccount): Response {
    const q = url.searchParams.get("q") ?? "";
    if (q === OURS) return json({ kind: "drive#fileList", ...this.files.page(email, url) }, url);
    const form =
      /^appProperties has \{ key='(\w+)' and value='(\w+)' \} and mimeType='([^']+)' and trashed=false$/;
    const [, key = "", value, mimeType] = form.exec(q) ?? [];
    if (!key) return refusal(400, "invalid", "Invalid Value");
    const found = [...this.files.files.values()].filter(
      (file) =>
        file.owner === email &&
        file.appProperties[key] === value &&
        file.mimeType === mimeType &&
        !file.trashed,
    );
    return json(
      { kind: "drive#fileList", files: found.map((one) => this.files.described(one)) },
      url,
    );
  }

  #changes(url: URL): Response {
    if (url.pathname.endsWith("/startPageToken"))
      return json({ startPageToken: String(this.files.changes.length) }, url);
    const from = Number(url.searchParams.get("pageToken"));
    if (!Number.isInteger(from)) return refusal(400, "invalid", "Invalid Value");
    const to = Math.min(from + 3, this.files.changes.length); // Google may give fewer than it is asked for
    const next = to < this.files.changes.length ? "nextPageToken" : "newStartPageToken";
    return json({ changes: this.files.changes.slice(from, to), [next]: String(to) }, url);
  }

  async #openSession({ request, url, account }: Call): Promise<Response> {
    if (url.searchParams.get("uploadType") !== "resumable")
      return refusal(400, "badRequest", "Only resumable uploads");
    const wanted = await bodyOf(request);
    if (wanted.id && !this.files.ids.has(wanted.id))
      return refusal(400, "invalid", "The provided file ID is not usable.");
    if (wanted.id && this.files.files.has(wanted.id))
      return refusal(409, "fileIdInUse", "A file already exists with the provided ID.");
    for (const parent of wanted.parents ?? [])
      if (this.files.files.get(parent)?.owner !== account.email)
        return refusal(404, "notFound", `File not found: ${parent}.`);
    const length = request.headers.get("X-Upload-Content-Length");
    const total = length === null ? null : Number(length);
    if (
      account.limit !== undefined &&
      this.files.usedBy(account.email) + (total ?? 0) > account.limit
    )
      return refusal(
        403,
        "storageQuotaExceeded",
        "The user's Drive storage quota has been exceeded.",
      );
    const session = this.files.begin(this.files.make(account.email, wanted), total);
    const address = new URL(url);
    address.searchParams.set("upload_id", session);
    return new Response(null, { status: 200, headers: { Location: address.href } });
  }

  async #takeChunk(request: Request, url: URL, isCut: boolean): Promise<Response> {
    const id = url.searchParams.get("upload_id") ?? "";
    const session = this.files.sessions.get(id);
    if (!session) return refusal(404, "notFound", "The upload session was not found.");
    const said = request.headers.get("Content-Range") ?? "";
    const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(said) ?? [];
    if (total === undefined)
      return refusal(400, "badRequest", "Failed to parse Content-Range header.");
    if (total !== "*") session.total = Number(total);
    if (from !== undefined) {
      const length = Number(to) - Number(from) + 1;
      const isLast = Number(to) + 1 === session.total;
      if (!isLast && !this.files.isWhole(length))
        return refusal(400, "badRequest", "Chunks are multiples of 256 KiB.");
      if (Number(from) !== session.received) return goOn(session.received);
      // The bytes that arrived are rounded down to what Google keeps.
      await this.files.take(session, request.body, isCut ? 256 * 1024 : length);
      if (isCut) return refusal(503, "backendError", "Backend Error");
    }
    if (session.received !== session.total) return goOn(session.received);
    return json(this.files.answered(this.files.finish(id, session)), url);
  }

  async #ofOne(step: Step, { request, url, account, how }: Call): Promise<Response> {
    const id = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
    const file = this.files.files.get(id);
    if (file?.owner !== account.email) return refusal(404, "notFound", `File not found: ${id}.`);
    if (step === "download") return this.#download(request, file, how);
    if (step === "update") {
      const { name, trashed } = await bodyOf(request);
      if (name) file.name = name;
      if (typeof trashed === "boolean") file.trashed = trashed;
      this.files.note(file);
    }
    return json(this.files.answered(file), url);
  }

  #download(request: Request, { content }: StoredFile, how: Call["how"]): Response {
    if (!content) return refusal(403, "fileNotDownloadable", "Only files with binary content.");
    // An answer that may be compressed on its way knows no ranges.
    const isPlain = !/gzip|br/.test(request.headers.get("Accept-Encoding") ?? "");
    const range = isPlain ? request.headers.get("Range") : null;
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
    const start = Number(first ?? 0);
    const end = Math.min(last ? Number(last) : content.size - 1, content.size - 1);
    if (start > end) return new Response(null, { status: 416 });
    const body = this.#passing(Bun.file(content.path).slice(start, end + 1), how, request.signal);
    return new Response(body, {
      status: first === undefined ? 200 : 206,
      headers: {
        "Content-Length": String(end - start + 1),
        "Content-Range": `bytes ${start}-${end}/${content.size}`,
      },
    });
  }

  /** Counts the bytes that go out, and the readers who left before the end. */
  #passing(file: Blob, how: Call["how"], signal: AbortSignal): ReadableStream<Uint8Array> {
    const reader = file.stream().getReader();
    const { counted } = this;
    let passed = 0;
    signal.addEventListener("abort", () => counted.left++, { once: true });
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        if (how === "cut" && passed + value.length > file.size / 2)
          return controller.error(new Error("the line is cut"));
        if (how === "slow" && passed > file.size / 2) return new Promise(() => {});
        passed += value.length;
        counted.sent += value.length;
        controller.enqueue(value);
      },
      cancel: () => reader.cancel(),
    });
  }
}

const goOn = (received: number) =>
  new Response(null, {
    status: 308,
    headers: received > 0 ? { Range: `bytes=0-${received - 1}` } : {},
  });

export type DriveStandIn = ReturnType<typeof startDrive>;

export function startDrive({ redirectUris = [] }: { redirectUris?: string[] } = {}) {
  const client = {
    id: "kinora-test.apps.googleusercontent.com",
    secret: "GOCSPX-stand-in",
    redirectUris: ["http://localhost:3000/auth/google-drive/callback", ...redirectUris],
  };
  const google = new GoogleDrive(new GoogleAccounts(client), new GoogleFiles());
  const { accounts, files, asked, counted, failures } = google;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    maxRequestBodySize: 2 ** 34,
    development: false,
    fetch: (request) => google.serve(request),
  });
  const { origin } = server.url;
  return {
    /** The environment under which the product speaks to this instead of Google. */
    env: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_AUTH_URL: `${origin}/o/oauth2/v2/auth`,
      GOOGLE_TOKEN_URL: `${origin}/token`,
      GOOGLE_REVOKE_URL: `${origin}/revoke`,
      GOOGLE_API_URL: origin,
    },
    accounts,
    files,
    asked,
    counted,
    /** From now on this account's person sits before the browser. */
    signIn: (account: GoogleAccount) => {
      google.person = account;
    },
    /** The parameters that Google sends back with the person, as the query of the return page. */
    allow: (authUrl: string) => visit(authUrl, "allow"),
    deny: (authUrl: string) => visit(authUrl, "deny"),
    untick: (authUrl: string) => visit(authUrl, "untick"),
    fail: (step: Step, failure: Failure, times = Number.POSITIVE_INFINITY) =>
      failures.push({ step, failure, times }),
    heal: () => failures.splice(0),
    hold: (step: Step, until: Promise<void>) => void google.held.set(step, until),
    /** The files that are no folders; of one account, or of all. */
    videos: (email?: string) => files.of(email).filter(({ content }) => content),
    folders: (email?: string) => files.of(email).filter(({ mimeType }) => mimeType === FOLDER),
    stop: () => void Promise.all([server.stop(true), files.dispose()]),
  };
}

async function visit(authUrl: string, decide: string): Promise<Record<string, string>> {
  const answer = await fetch(`${authUrl}&decide=${decide}`, { redirect: "manual" });
  const back = answer.headers.get("Location");
  if (!back) throw new Error(await answer.text());
  return Object.fromEntries(new URL(back).searchParams);
}
