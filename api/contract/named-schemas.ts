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
import * as moves from "./moves.ts";
import * as notices from "./notices.ts";
import * as oembed from "./oembed.ts";
import * as recordings from "./recordings.ts";
import * as secondFactor from "./second-factor.ts";
import * as server from "./server.ts";
import * as settings from "./settings.ts";
import * as sharedWithMe from "./shared-with-me.ts";
import * as shares from "./shares.ts";
import * as subscriptions from "./subscriptions.ts";
import * as subtitles from "./subtitles.ts";
import * as trash from "./trash.ts";
import * as uploads from "./uploads.ts";
import * as viewers from "./viewers.ts";
import * as watchers from "./watchers.ts";

const contract = [
  common,
  recordings,
  auth,
  account,
  adminDashboard,
  adminUsers,
  adminVideos,
  analytics,
  audit,
  chapters,
  config,
  discussion,
  drive,
  edits,
  folders,
  guests,
  languages,
  live,
  moves,
  notices,
  oembed,
  secondFactor,
  server,
  settings,
  sharedWithMe,
  shares,
  subscriptions,
  subtitles,
  trash,
  uploads,
  viewers,
  watchers,
];

/** Every schema of the contract by the name under which it is exported; the first where there are two. */
export const namedSchemas = z.registry<{ id: string }>();

for (const [id, schema] of contract.flatMap(Object.entries))
  if (schema instanceof z.ZodType && !namedSchemas.has(schema)) namedSchemas.add(schema, { id });
