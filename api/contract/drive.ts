import { z } from "zod";
import { forSession, Time } from "./common.ts";

export const DriveProblem = z.enum([
  "drive_not_connected",
  "drive_full",
  "drive_busy",
  "drive_unavailable",
]);
export type DriveProblem = z.infer<typeof DriveProblem>;

export const DriveConnection = z.object({
  state: z
    .enum(["none", "connected", "ended"])
    .describe("ended: Google has taken the permission back; only connecting again helps"),
  email: z.string().nullable().describe("Of the Google account"),
  connected_at: Time.nullable(),
  recordings: z.object({ count: z.number(), bytes: z.number() }).describe("What lies there"),
  waiting: z
    .object({ count: z.number(), bytes: z.number(), problem: DriveProblem.nullable() })
    .describe("What is ready here and on its way there"),
});
export type DriveConnection = z.infer<typeof DriveConnection>;

export const DriveAuthUrl = z.object({ auth_url: z.string() });
export type DriveAuthUrl = z.infer<typeof DriveAuthUrl>;

/** The answer of Google, as the page to which people come back passes it on. */
export const DriveCallback = z.object({
  code: z.string().min(1).max(2048),
  state: z.string("The state is missing").min(1).max(2048),
});
export type DriveCallback = z.infer<typeof DriveCallback>;

export const getDriveCall = forSession("GET /google-drive", {
  summary: "Whose Google Drive is connected, and what lies there",
  answer: DriveConnection,
});

export const getDriveAuthUrlCall = forSession("GET /google-drive/auth-url", {
  summary: "Where to allow Kinora a Google Drive",
  answer: DriveAuthUrl,
  refusals: [429],
});

export const connectDriveCall = forSession("POST /google-drive/callback", {
  summary: "Connect the drive with what Google gave",
  body: DriveCallback,
  answer: DriveConnection,
  refusals: [400],
});

export const disconnectDriveCall = forSession("POST /google-drive/disconnect", {
  summary: "Disconnect the drive; what lies there stays there",
  answer: DriveConnection,
});
