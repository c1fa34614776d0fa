import { signMediaToken } from "#api/access/media-token.ts";
import { forbidden, HttpError, notFound, one } from "#api/http/errors.ts";
import type { TakeToken } from "#api/http/limits/rate-limit.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { passwordMatches } from "#api/platform/passwords.ts";
import { together } from "#api/platform/together.ts";
import { UNLOCK_SECONDS } from "#contract/durations.ts";
import type { Recording } from "#contract/recordings.ts";
import { SHARE_UNAVAILABLE } from "#contract/shares.ts";

/** The columns of an opened link that the code reads; the answer has those that the contract names. */
interface Opened {
  folder_name: string | null;
  folder_id: string | null;
  owner_id: string;
  can_edit: boolean;
  owner_username: string;
  owner_picture: string | null;
}

const MOST_SHOWN = 1000;

const UNPROVEN = "This link is for one person. Confirm first that your email address is yours.";

const DISCARDED =
  "This recording was thrown away while it was made. Its owner can still bring it back.";

/** Unknown, revoked, expired and meant for somebody else get the same answer: only the owner may tell them apart. */
export const shareUnavailable = () => notFound(SHARE_UNAVAILABLE, "share_unavailable");

/** A visitor of a link, for counting: only salted hashes are kept, for half an hour. */
export interface Visitor {
  /** A text that tells this visitor from others. */
  viewer: string;
  /** The visitor's network; null for an account, of which nobody has many. */
  network: string | null;
}

/** The view that the caller's link opens. */
export async function openShare(keys: Keys, db: Db, caller: Caller, visitor: Visitor) {
  const { opened, recordings } = await read(db, caller, visitor);
  const is_owner = opened.owner_id === caller.sub;
  const common = {
    ...opened,
    can_edit: opened.can_edit && opened.folder_id === null,
    can_comment: caller.sub !== undefined,
    is_owner,
    owner: { username: opened.owner_username, profile_picture: opened.owner_picture },
  };
  const shown = recordings.map(({ live_off, ...recording }) => ({
    ...recording,
    original_filename: recording.filename,
    live: live_off ? null : recording.live,
  }));
  if (opened.folder_id !== null)
    return {
      ...common,
      kind: "folder",
      folder: {
        id: is_owner ? opened.folder_id : null,
        name: opened.folder_name,
        recordings: shown,
      },
    };
  const recording = one(shown);
  const media = await signMediaToken(keys, caller, recording.id);
  return { ...common, kind: "recording", recording, media };
}

/** The recording behind the caller's link, and a token that reads its bytes as this caller. */
export async function passToMedia(keys: Keys, db: Db, caller: Caller) {
  const { opened, recordings } = await read(db, caller);
  if (opened.folder_id !== null) throw shareUnavailable();
  const { id } = one(recordings);
  return { id, ...(await signMediaToken(keys, caller, id)) };
}

async function read(db: Db, caller: Caller, visitor?: Visitor) {
  const lookFor = (visitors: (Visitor | undefined)[]) => {
    const counted = visitors.filter((each) => each !== undefined);
    return look(db, caller, counted);
  };
  const [[opened], recordings, [missing]] = await opening(JSON.stringify(caller), visitor, lookFor);
  if (opened) return { opened, recordings };
  if (missing?.discarded) throw new HttpError(410, "discarded", DISCARDED);
  if (missing?.proof) throw forbidden(UNPROVEN, "email_unproven");
  if (missing?.password) throw forbidden("This link needs a password.", "password_required");
  throw shareUnavailable();
}

interface Missing {
  password: boolean;
  proof: boolean;
  discarded: boolean;
}

type ShownRecording = Recording & { live_off: boolean | null };

const opening = together<
  Visitor | undefined,
  [Opened[], ShownRecording[], Missing[], ...unknown[]]
>();

const look = (db: Db, { share = "" }: Caller, visitors: Visitor[]) =>
  db((sql) =>
    Promise.all([
      sql<Opened[]>`
        select s.*, app.guests_may_comment() as guests_may_comment from app.opened_share() s
      `,
      sql<ShownRecording[]>`
        select r.*, case when r.live is not null then app.withholds_live(r.id) end as live_off
          from app.opened_share() s
          join public.recordings r on r.id = any (array(select app.shared_recordings())) -- asked once
         order by array_position(s.folder_order, r.id), r.created_at, r.id limit ${MOST_SHOWN}
      `,
      sql<Missing[]>`
        select app.share_is_locked() as password, app.share_awaits_proof() as proof,
               app.share_is_discarded() as discarded
      `,
      // Several transactions that count several visitors each would wait for each other in a circle.
      ...(visitors.length > 0
        ? [
            sql`select pg_advisory_xact_lock(hashtextextended(${share}, 0))`,
            sql`
              select app.count_view(viewer, network), app.note_opening()
                from unnest(${visitors.map(({ viewer }) => viewer)}::text[],
                            ${visitors.map(({ network }) => network)}::text[])
                  as visitors (viewer, network)
            `,
          ]
        : []),
    ]),
  );

const WRONG = "That is not the password of this link.";

/** `service` reads the hash, and only after the caller's own rights said that nothing else is missing. */
export async function unlockShare(
  keys: Keys,
  { db, service, caller }: { db: Db; service: Db; caller: Caller },
  password: string,
) {
  const [state] = await db<{ locked: boolean }[]>`select app.share_is_locked() as locked`;
  if (!state?.locked || !caller.share) throw shareUnavailable();
  const [lock] = await service<{ password_hash: string; password_version: number }[]>`
    select p.password_hash, s.password_version
      from private.share_passwords p join public.shares s on s.id = p.share_id
     where s.id = ${caller.share}
  `;
  if (!lock) throw shareUnavailable();
  if (!(await passwordMatches(password, lock.password_hash)))
    throw new HttpError(422, "wrong_password", WRONG, { fields: { password: WRONG } });
  const claims = { share: caller.share, version: lock.password_version };
  return {
    token: await keys.sign("unlock", claims),
    expires_at: new Date(Date.now() + UNLOCK_SECONDS * 1000),
  };
}

const names = {
  name: "guest-name:address",
  capacity: 60,
  period: 600,
  message: "Your network has entered many names. Please wait a moment and try again.",
};

/** The key of a guest, who takes part through the caller's link by this name. */
export async function nameGuest(
  keys: Keys,
  takeToken: TakeToken,
  { db, caller, address }: { db: Db; caller: Caller; address: string },
  name: string,
) {
  const { share } = caller;
  await read(db, caller); // refuses as the page of the link does
  if (!share) throw shareUnavailable();
  const giveBack = await takeToken(names, address);
  const named = db<{ guest: string }[]>`select app.name_guest(${name}) as guest`;
  const { guest } = one(await named.catch((error) => giveBack().then(() => Promise.reject(error))));
  return { guest_token: await keys.sign("guest", { guest, share }), name };
}
