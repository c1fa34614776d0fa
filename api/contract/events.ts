import { z } from "zod";
import { Id } from "./common.ts";
import { RecordingStatus } from "./recordings.ts";
import { SubtitleStatus } from "./subtitles.ts";

/**
 * The events that triggers announce, by topic and name. A payload only says that something is stale and never
 * carries the new state: a client that hears it reads that through the policies.
 */
const RecordingChange = z.object({
  recording_id: Id,
  status: RecordingStatus,
  progress: z.number().nullable(),
});
const Nothing = z.object({});

export const events = {
  /** Events for everybody who may see the recording. */
  recording: {
    recording: RecordingChange,
    recording_deleted: RecordingChange,
    comment: z.object({ comment_id: Id, act: z.enum(["insert", "update", "delete"]) }),
    reaction: z.object({ comment_id: Id.nullable().describe("Null: on the recording itself") }),
    /** A subtitle changed: its text is to be read anew. */
    subtitle: z.object({
      subtitle_id: Id,
      act: z.enum(["insert", "update", "delete"]),
      status: SubtitleStatus,
      progress: z.number(),
    }),
    chapters: Nothing,
    /** A link changed: viewers ask again whether their link still opens. */
    share: Nothing,
  },
  /** Events for one account. */
  user: {
    library: RecordingChange,
    /** A folder changed, or what lies in it. */
    folders: Nothing,
    subscription: Nothing,
    notice: Nothing,
    drive: Nothing,
    account: Nothing,
  },
  /** Events for admins. */
  admin: { activity: Nothing, presence: Nothing },
} satisfies Record<string, Record<string, z.ZodType>>;

export const recordingTopic = (id: string) => `recording:${id}` as const;
export const userTopic = (id: string) => `user:${id}` as const;
export const ADMIN_TOPIC = "admin";

type RecordingTopic = ReturnType<typeof recordingTopic>;
type UserTopic = ReturnType<typeof userTopic>;
export type Topic = RecordingTopic | UserTopic | typeof ADMIN_TOPIC;

/** The names of the events on a topic. */
export type EventOn<Where extends Topic> = Where extends RecordingTopic
  ? keyof typeof events.recording
  : Where extends UserTopic
    ? keyof typeof events.user
    : keyof typeof events.admin;

/** A newer server may announce events that an older page does not know. */
export function isEventOn<Where extends Topic>(topic: Where, name: string): name is EventOn<Where> {
  const known: Record<string, object> = events;
  const [kind = ""] = topic.split(":");
  return Object.hasOwn(known[kind] ?? {}, name);
}
