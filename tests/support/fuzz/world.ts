import { createHash } from "node:crypto";
import { TOTP } from "otpauth";
import { moving } from "#api/job-kinds.ts";
import { startGoogle } from "#tests/stand-ins/google.ts";
import { startDrive } from "#tests/stand-ins/google-drive.ts";
import { startChat } from "#tests/stand-ins/openai-chat.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { startStripe } from "#tests/stand-ins/stripe.ts";
import { announce } from "#tests/stand-ins/stripe-books.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo } from "#tests/support/links.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { ofWhatRuns, withCut, withFilm, withLevels, withWaiting } from "./films.ts";
import { ofFolders } from "./folders.ts";

export interface World {
  owner: SignedIn;
  guest: SignedIn;
  other: SignedIn;
  admin: SignedIn;
  /** The real value of each name that a request has in braces. */
  things: Record<string, string>;
}

const PASSWORD = "correct horse battery";
const passwordHash = await Bun.password.hash(PASSWORD, { algorithm: "argon2id" });

/** A server on which everything is set up, and a maker of people with everything that a call can name. */
export async function fuzzWorlds() {
  const [drive, google, smtp] = [startDrive(), await startGoogle(), await startSmtp()];
  const [stripe, chat] = [startStripe(), startChat()];
  for (const outside of [drive, google, smtp, stripe, chat]) atEndOfFile(() => void outside.stop());
  chat.answerWith(() => ({ title: "A title", chapters: [{ at: 0, title: "Beginning" }] }));
  const settings = {
    ...drive.env,
    GOOGLE_CERTS_URL: google.certsUrl,
    SMTP_URL: smtp.url,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    OPENAI_API_KEY: "sk-stand-in",
    OPENAI_BASE_URL: chat.url,
    TRANSCRIPTION: "service",
    CHAT_MODEL: "stand-in",
  };
  // A sender of this many requests would only hear that they are too many.
  const app = await testApp(settings, { takeToken: async () => async () => {} });
  await app.person({ role: "super_admin" }); // the last super admin, whatever becomes of the others

  const newWorld = async (operation: string): Promise<World> => {
    await app.database.pool`
      update private.settings set sign_up = 'open', allowed_domains = '{}', verify_emails = true
    `;
    const [owner, guest, other] = [await app.person(), await app.person(), await app.person()];
    const admin = await app.person({ role: "super_admin" });
    const world = { owner, guest, other, admin, things: await thingsOf(app, owner, other) };
    Object.assign(world.things, {
      guestEmail: guest.email,
      googleToken: await google.idToken({
        sub: crypto.randomUUID(),
        email: `${crypto.randomUUID()}@gmail.test`,
        name: "Ada",
      }),
      ...(await more[operation]?.({ app, drive, stripe }, world)),
    });
    return world;
  };
  return { app, newWorld };
}

/** All that many calls name. */
async function thingsOf(app: TestApp, owner: SignedIn, other: SignedIn) {
  await setPassword(app, owner, passwordHash);
  await app.database.pool`
    update public.subscriptions set subtitle_addon_enabled = true where user_id = ${owner.id}
  `;
  const { id: recording } = await saveVideo(owner);
  const link = await linkTo(owner, recording, {
    allow_download: true,
    permission_type: "edit",
    guests_may_comment: true,
  });
  const made = async (path: string, body: unknown, headers?: HeadersInit) =>
    (await owner.call("POST", `/recordings/${recording}/${path}`, body, headers)).json();
  const picture = { "Content-Type": "image/jpeg" };
  await made("thumbnail", jpeg(), picture);
  await made(`contact-sheet?${sheetQuery}`, jpeg(), picture);
  const comment = await made("comments", { content: "Look" });
  const { reaction } = await made("reactions", { emoji: "🔥" });
  const subtitle = await made("subtitles/upload", {
    content: "1\n00:00:00,000 --> 00:00:01,000\nHello\n",
  });
  const { url } = created(await tusClient(app, owner.token).create());
  const visitor = { "X-Share-Token": link.share_token };
  const named = await app.visitor.call(
    "POST",
    `/shared/${link.share_token}/guest`,
    { name: "Gil" },
    visitor,
  );
  const { guest_token: token } = await named.json();
  const guest = { token, id: (await app.keys.verify("guest", token)).guest };
  const { plans } = await (await owner.call("GET", "/subscriptions/plans")).json();
  return {
    recording,
    upload: url.split("/").at(-1) ?? "",
    comment: comment.id,
    commentId: comment.id,
    shareId: link.id,
    reactionId: reaction.id,
    subtitleId: subtitle.id,
    guestId: guest.id,
    guest: guest.token,
    share_token: link.share_token,
    link: link.share_token,
    address: `http://localhost/shared/${link.share_token}`,
    user: other.id,
    userEmail: other.email,
    email: owner.email,
    password: PASSWORD,
    session: owner.caller.sid,
    sessionId: other.caller.sid,
    plan: plans[0].id,
    notice: crypto.randomUUID(),
  };
}

/** A new password ends every session; the one at hand goes on. */
async function setPassword({ database }: TestApp, { id, caller }: SignedIn, hash: string | null) {
  await database.pool`
    update private.credentials set password_hash = ${hash} where user_id = ${id}
  `;
  await database.pool`
    insert into public.sessions (id, user_id, device) values (${caller.sid}, ${id}, 'a test')
    on conflict do nothing
  `;
}

type Outside = { app: TestApp; drive: ReturnType<typeof startDrive> } & {
  stripe: ReturnType<typeof startStripe>;
};

/** Made only for the call that needs it, by the id of its operation. */
const more: Record<string, (outside: Outside, world: World) => Promise<Record<string, string>>> = {
  async resetPassword({ app }, { owner }) {
    const trace = createHash("sha256").update(`${owner.id} ${passwordHash}`).digest("base64url");
    return { reset: await app.keys.sign("reset", { sub: owner.id, replaces: trace }) };
  },
  async proveEmail({ app }, { owner }) {
    return { proof: await app.keys.sign("email", { sub: owner.id, email: owner.email }) };
  },
  async setPassword({ app }, { owner }) {
    await setPassword(app, owner, null);
    return {};
  },
  async unlockShare(_, { owner, things }) {
    const locked = await linkTo(owner, things.recording ?? "", { password: PASSWORD });
    return { share_token: locked.share_token };
  },
  ...ofWhatRuns,
  ...ofFolders,
  actOnRecordings: (_, world) => thrownAway(world),
  restoreRecording: (_, world) => thrownAway(world),
  deleteForGood: (_, world) => thrownAway(world),
  askForProof: (_, world) => linkForGuest(world),
  askOwner: (_, world) => linkForGuest(world),
  async hideSharedWithMe(_, { guest, things }) {
    await guest.call("GET", `/shared/${things.share_token}`);
    return { recording_id: things.recording ?? "" };
  },
  async confirmTotp(_, { owner }) {
    const { secret } = await (await owner.call("POST", FACTOR, { password: PASSWORD })).json();
    return { code: new TOTP({ secret }).generate() };
  },
  removeTotp: (_, { owner }) => turnOn(owner),
  renewCodes: (_, { owner }) => turnOn(owner),
  async passWithCode(_, { owner }) {
    const { recovery } = await turnOn(owner);
    const credentials = { email: owner.email, password: PASSWORD };
    const { ticket } = await (await owner.call("POST", "/auth/login", credentials)).json();
    return { recovery, ticket };
  },
  async removePasskey({ app }, { owner }) {
    const [made] = await app.database.pool<{ id: string }[]>`
      insert into private.second_factors (user_id, kind, secret, since)
      values (${owner.id}, 'passkey', 'a key', now()) returning id
    `;
    return { passkey: made?.id ?? "" };
  },
  async removeCommentReaction(_, { owner, things }) {
    const body = { emoji: "🔥" };
    const answer = await owner.call("POST", `/comments/${things.comment}/reactions`, body);
    const { reaction } = await answer.json();
    return { reactionId: reaction.id };
  },
  listSilences: (outside, world) => withLevels(outside, world),
  getWaveform: (outside, world) => withLevels(outside, world),
  savePart: (outside, world) => withLevels(outside, world),
  async downloadTakeout(_, { owner }) {
    const { path } = await (await owner.call("POST", "/user/takeout")).json();
    return { ticket: new URL(path, "http://localhost").searchParams.get("ticket") ?? "" };
  },
  async retrySubtitle({ app }, { things }) {
    await app.database.pool`
      update public.subtitles set status = 'failed', error = 'No.', is_auto_generated = true
       where id = ${things.subtitleId ?? ""}
    `;
    return {};
  },
  async connectDrive({ drive }, { owner }) {
    const account = `${crypto.randomUUID()}@gmail.test`;
    drive.signIn({ email: account, permissionId: account });
    const { auth_url } = await (await owner.call("GET", "/google-drive/auth-url")).json();
    return drive.allow(auth_url);
  },
  disconnectDrive: (outside, world) => withDrive(outside, world),
  async withdrawInvitation(_, { admin }) {
    const { id } = await (await admin.call("POST", "/admin/invitations", {})).json();
    return { invitation: id };
  },
  async moveRecording(outside, world) {
    const id = world.things.recording ?? "";
    await outside.app.database.pool`update public.recordings set status = 'ready' where id = ${id}`;
    return withDrive(outside, world);
  },
  moveAll: (outside, world) => withDrive(outside, world),
  sendPassages: (outside, world) => withWaiting(outside, world),
  saveEdit: (outside, world) => withFilm(outside, world),
  restoreOriginal: (outside, world) => withFilm(outside, world),
  removeOriginal: (outside, world) => withCut(outside, world),
  async retryJob({ app }) {
    return { job: await failedJob(app) };
  },
  async discardJob({ app }) {
    return { job: await failedJob(app) };
  },
  async openPortal({ app }, { owner }) {
    const { plans } = await (await owner.call("GET", "/subscriptions/plans")).json();
    const pro = plans.find(({ name }: { name: string }) => name === "Pro");
    await app.database.pool`
      update public.subscriptions set plan_id = (select id from public.plans where name = 'Free')
       where user_id = ${owner.id}
    `;
    await owner.call("POST", "/subscriptions/subscribe", { plan_id: pro.id, storage_type: "s3" });
    return {};
  },
  async receiveStripeEvent({ stripe }) {
    announce(stripe.books, "customer.updated", { id: "cus_nobody", object: "customer" });
    const { body, signature } = await stripe.signed(stripe.books.events.at(-1) ?? {});
    return { event: body, signature: signature ?? "" };
  },
};

const FACTOR = "/user/second-factor/totp";

/** The app of a second factor, by its first code; gives one of the codes for when it is lost. */
async function turnOn(owner: SignedIn) {
  const { secret } = await (await owner.call("POST", FACTOR, { password: PASSWORD })).json();
  const code = new TOTP({ secret }).generate();
  const { recovery_codes } = await (await owner.call("PUT", FACTOR, { code })).json();
  return { recovery: String(recovery_codes[0]) };
}

async function linkForGuest({ owner, guest, things }: World) {
  const wishes = { is_public: false, allowed_email: guest.email };
  const link = await linkTo(owner, things.recording ?? "", wishes);
  return { share_token: link.share_token };
}

async function withDrive(outside: Outside, world: World) {
  const brought = await more.connectDrive?.(outside, world);
  await world.owner.call("POST", "/google-drive/callback", brought);
  return {};
}

async function failedJob(app: TestApp): Promise<string> {
  const id = await app.jobs.send(null, moving, {
    recording_id: crypto.randomUUID(),
    move: crypto.randomUUID(),
  });
  const [job] = await app.database.pool<{ id: string }[]>`
    update private.jobs set failed_at = now(), due_at = null, reason = 'No.'
     where id = (select id from private.jobs where attempt is null and failed_at is null limit 1) returning id
  `;
  return job?.id ?? String(id);
}

async function thrownAway({ owner, things }: World) {
  await owner.call("DELETE", `/recordings/${things.recording}`);
  return { trash: things.recording ?? "" };
}
