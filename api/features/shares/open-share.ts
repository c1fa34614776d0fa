import { signMediaToken } from "#api/access/media-token.ts";
import { forbidden, HttpError, notFound, one } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
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

/** Refuses as the link's page does, where it does not open. */
export const requireOpen = read;

/** The recording behind the caller's link, and a token that reads its bytes as this caller. */
export async function passToMedia(keys: Keys, db: Db, caller: Caller) {
  const { opened, recordings } = await read(db, caller);
  const [recording] = recordings;
  if (!recording || opened.folder_id !== null) throw shareUnavailable();
  const { id } = recording;
  return { id, ...(await signMediaToken(keys, caller, id)) };
}

async function read(db: Db, caller: Caller, visitor?: Visitor) {
  const [[opened], recordings, [missing]] = await opening(
    JSON.stringify(caller),
    visitor,
    (visitors) => {
      const counted = visitors.filter((each) => each !== undefined);
      return look(db, caller, counted);
    },
  );
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
