import { accountOperations } from "./account.ts";
import { dashboardOperations } from "./admin-dashboard.ts";
import { adminUserOperations } from "./admin-users.ts";
import { adminVideoOperations } from "./admin-videos.ts";
import { analyticsOperations } from "./analytics.ts";
import { auditOperations } from "./audit.ts";
import { authOperations } from "./auth.ts";
import { chapterOperations } from "./chapters.ts";
import type { Operation } from "./common.ts";
import { configOperations } from "./config.ts";
import { discussionOperations } from "./discussion.ts";
import { driveOperations } from "./drive.ts";
import { editOperations } from "./edits.ts";
import { folderOperations } from "./folders.ts";
import { guestOperations } from "./guests.ts";
import { mediaOperations } from "./media.ts";
import { moveOperations } from "./moves.ts";
import { noticeOperations } from "./notices.ts";
import { recordingOperations } from "./recordings.ts";
import { reportOperations } from "./reports.ts";
import { secondFactorOperations } from "./second-factor.ts";
import { serverOperations } from "./server.ts";
import { settingsOperations } from "./settings.ts";
import { sharedWithMeOperations } from "./shared-with-me.ts";
import { shareOperations } from "./shares.ts";
import { subscriptionOperations } from "./subscriptions.ts";
import { subtitleOperations } from "./subtitles.ts";
import { trashOperations } from "./trash.ts";
import { uploadOperations } from "./upload-calls.ts";
import { viewerOperations } from "./viewers.ts";
import { watcherOperations } from "./watchers.ts";

/** Calls that belong together, in the order of the documentation. */
export interface Noun {
  name: string;
  description: string;
  operations: readonly Operation[];
}

export const nouns: readonly Noun[] = [
  {
    name: "Server",
    description: "What this server offers, and the way to its realtime channels.",
    operations: configOperations,
  },
  {
    name: "Sessions",
    description: "Registering and signing in; each answers with the token of a session.",
    operations: authOperations,
  },
  {
    name: "Account",
    description: "The signed-in account, its password and its preferences.",
    operations: accountOperations,
  },
  {
    name: "Second factor",
    description: "Authenticator apps, passkeys and recovery codes, in the settings and at sign-in.",
    operations: secondFactorOperations,
  },
  {
    name: "Recordings",
    description: "Recordings, whole: saving, the library, bytes, pictures, titles.",
    operations: [...recordingOperations, ...mediaOperations],
  },
  {
    name: "Folders",
    description: "The places in which recordings lie in their owner's library.",
    operations: folderOperations,
  },
  {
    name: "Trash",
    description: "Deleted recordings wait here for some days, with all that belongs to them.",
    operations: trashOperations,
  },
  {
    name: "Moves",
    description: "Recordings on their way from one storage to another. They play all the while.",
    operations: moveOperations,
  },
  {
    name: "Uploads",
    description: "Recordings in parts, resumable at every byte: TUS 1.0 (https://tus.io).",
    operations: uploadOperations,
  },
  {
    name: "Links",
    description: "Links to a recording, what a person who has one sees, and who watches.",
    operations: [
      ...shareOperations,
      ...watcherOperations,
      ...viewerOperations,
      ...sharedWithMeOperations,
    ],
  },
  {
    name: "Discussion",
    description:
      "Comments and reactions, for owners and for people who came through a link; also guests.",
    operations: [...discussionOperations, ...guestOperations],
  },
  {
    name: "Subtitles",
    description: "What is said in a recording: made here, uploaded, edited, read along.",
    operations: subtitleOperations,
  },
  {
    name: "Chapters",
    description: "Parts of a recording, marked on its seek bar.",
    operations: chapterOperations,
  },
  {
    name: "Edits",
    description: "What is kept of a recording, and its parts as recordings of their own.",
    operations: editOperations,
  },
  {
    name: "Notices",
    description: "What happened around one's own recordings.",
    operations: noticeOperations,
  },
  {
    name: "Subscriptions",
    description: "Plans, and how much they hold.",
    operations: subscriptionOperations,
  },
  {
    name: "Google Drive",
    description: "The drive in which somebody keeps their recordings.",
    operations: driveOperations,
  },
  {
    name: "Administration",
    description: "For admins: all accounts and all recordings.",
    operations: [
      ...dashboardOperations,
      ...adminUserOperations,
      ...adminVideoOperations,
      ...auditOperations,
      ...settingsOperations,
    ],
  },
  {
    name: "Analytics",
    description: "For admins: what was measured, and reports of it.",
    operations: [...analyticsOperations, ...reportOperations],
  },
  {
    name: "Operations",
    description: "For super admins: how the server is, and its jobs.",
    operations: serverOperations,
  },
];

/** Every call the API answers. A served route that is missing here fails a test. */
export const operations: readonly Operation[] = nouns.flatMap((noun) => noun.operations);
