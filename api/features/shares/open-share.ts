import { signMediaToken } from "#api/access/media-token.ts";
import { forbidden, HttpError, notFound } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import type { Recording } from "#contract/recordings.ts";
import { SHARE_UNAVAILABLE, type SharePermission } from "#contract/shares.ts";

interface Opened extends Recording {
  owner_id: string;
  can_edit: boolean;
  can_download: boolean;
  guests_may_comment: boolean;
  permission_type: SharePermission;
  share_expires_at: Date | null;
  owner_username: string;
  owner_picture: string | null;
}

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
  const opened = await read(db, caller, visitor);
  return {
    recording: { ...opened, original_filename: opened.filename },
    can_edit: opened.can_edit,
    can_download: opened.can_download,
    can_comment: caller.sub !== undefined,
    guests_may_comment: opened.guests_may_comment,
    is_owner: opened.owner_id === caller.sub,
    permission_type: opened.permission_type,
    expires_at: opened.share_expires_at,
    owner: { username: opened.owner_username, profile_picture: opened.owner_picture },
    media: await signMediaToken(keys, caller, opened.id),
  };
}

/** Refuses as the link's page does, where it does not open. */
export const requireOpen = read;

/** The recording behind the caller's link, and a token that reads its bytes as this caller. */
export async function passToMedia(keys: Keys, db: Db, caller: Caller) {
  const { id } = await read(db, caller);
  return { id, ...(await signMediaToken(keys, caller, id)) };
}

async function read(db: Db, caller: Caller, visitor?: Visitor): Promise<Opened> {
  const [rows, [missing]] = await opening(JSON.stringify(caller), visitor, (visitors) =>
    look(
      db,
      caller,
      visitors.filter((each) => each !== undefined),
    ),
  );
  const [opened] = rows;
  if (opened) return opened;
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

const opening = together<Visitor | undefined, [Opened[], Missing[], ...unknown[]]>();

const look = (db: Db, { share = "" }: Caller, visitors: Visitor[]) =>
  db((sql) =>
    Promise.all([
      sql<Opened[]>`
        select r.*, s.can_edit, s.can_download, s.permission_type, s.expires_at as share_expires_at,
               s.owner_username, s.owner_picture, app.guests_may_comment() as guests_may_comment
          from app.opened_share() s join public.recordings r on r.id = s.recording_id
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
