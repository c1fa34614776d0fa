import { z } from "zod";
import * as account from "./account.ts";
import * as adminDashboard from "./admin-dashboard.ts";
import * as adminUsers from "./admin-users.ts";
import * as adminVideos from "./admin-videos.ts";
import * as analytics from "./analytics.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as chapters from "./chapters.ts";
import * as common from "./common.ts";
import * as config from "./config.ts";
import * as discussion from "./discussion.ts";
import * as drive from "./drive.ts";
import * as edits from "./edits.ts";
import * as folders from "./folders.ts";
import * as guests from "./guests.ts";
import * as languages from "./languages.ts";
import * as live from "./live.ts";
import * as media from "./media.ts";
import * as moves from "./moves.ts";
import * as notices from "./notices.ts";
import * as oembed from "./oembed.ts";
import * as recordings from "./recordings.ts";
import * as reports from "./reports.ts";
import * as secondFactor from "./second-factor.ts";
import * as server from "./server.ts";
import * as settings from "./settings.ts";
import * as sharedWithMe from "./shared-with-me.ts";
import * as shares from "./shares.ts";
import * as subscriptions from "./subscriptions.ts";
import * as subtitles from "./subtitles.ts";
import * as trash from "./trash.ts";
import * as uploadCalls from "./upload-calls.ts";
import * as viewers from "./viewers.ts";
import * as watchers from "./watchers.ts";

/** A call with its name in generated clients, which is that of its constant without `Call`: once published, it stays. */
export interface NamedOperation extends common.Operation {
  id: string;
}

/** Calls that belong together, by their paths. */
export interface Noun {
  name: string;
  description: string;
  operations: readonly NamedOperation[];
}

type File = Record<string, unknown>;

/** In the order of the documentation. */
const files: [name: string, files: File[], description: string][] = [
  ["Server", [config], "What this server offers, and the way to its realtime channels."],
  ["Sessions", [auth], "Registering and signing in; each answers with the token of a session."],
  ["Account", [account], "The signed-in account, its password and its preferences."],
  [
    "Second factor",
    [secondFactor],
    "Authenticator apps, passkeys and recovery codes, in the settings and at sign-in.",
  ],
  [
    "Recordings",
    [recordings, media, live],
    "Recordings, whole: saving, the library, bytes, pictures, titles.",
  ],
  ["Folders", [folders], "The places in which recordings lie in their owner's library."],
  ["Trash", [trash], "Deleted recordings wait here for some days, with all that belongs to them."],
  [
    "Moves",
    [moves],
    "Recordings on their way from one storage to another. They play all the while.",
  ],
  [
    "Uploads",
    [uploadCalls],
    "Recordings in parts, resumable at every byte: TUS 1.0 (https://tus.io).",
  ],
  [
    "Links",
    [shares, oembed, watchers, viewers, sharedWithMe],
    "Links to a recording, what a person who has one sees, and who watches.",
  ],
  [
    "Discussion",
    [discussion, guests],
    "Comments and reactions, for owners and for people who came through a link; also guests.",
  ],
  [
    "Subtitles",
    [subtitles],
    "What is said in a recording: made here, uploaded, edited, read along.",
  ],
  ["Chapters", [chapters], "Parts of a recording, marked on its seek bar."],
  ["Edits", [edits], "What is kept of a recording, and its parts as recordings of their own."],
  ["Notices", [notices], "What happened around one's own recordings."],
  ["Subscriptions", [subscriptions], "Plans, and how much they hold."],
  ["Google Drive", [drive], "The drive in which somebody keeps their recordings."],
  [
    "Administration",
    [adminDashboard, adminUsers, adminVideos, audit, settings],
    "For admins: all accounts and all recordings.",
  ],
  ["Analytics", [analytics, reports], "For admins: what was measured, and reports of it."],
  ["Operations", [server], "For super admins: how the server is, and its jobs."],
];

const METHODS = ["OPTIONS", "GET", "POST", "PUT", "PATCH", "DELETE"];

export const nouns: readonly Noun[] = files.map(([name, files, description]) => {
  return { name, description, operations: callsIn(files) };
});

/** Every call the API answers. A served route that is missing here fails a test. */
export const operations: readonly NamedOperation[] = nouns.flatMap((noun) => noun.operations);

function callsIn(files: readonly File[]): NamedOperation[] {
  return files
    .flatMap(Object.entries)
    .filter(([name]) => name.endsWith("Call"))
    .map(([name, call]) => ({ ...call, id: name.slice(0, -"Call".length) }))
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

function placeOf({ call }: common.Operation): string {
  const [method = "", path] = call.split(" ");
  return `${path} ${METHODS.indexOf(method)}`;
}

/** Every schema of the contract by the name under which it is exported; the first where there are two. */
export const namedSchemas = z.registry<{ id: string }>();

const withSchemas: File[] = [
  common,
  recordings,
  auth,
  languages,
  ...files.flatMap(([, all]) => all),
];

for (const [id, schema] of withSchemas.flatMap(Object.entries))
  if (schema instanceof z.ZodType && !namedSchemas.has(schema)) namedSchemas.add(schema, { id });
