import { z } from "zod";
import { Id } from "./common.ts";
import { RecordingStatus } from "./recordings.ts";
import { SubtitleStatus } from "./subtitles.ts";

/**
 * What triggers announce, by topic and name. A payload says what is stale and never carries it:
 * whoever hears it reads the new state through the policies.
 */
const RecordingChange = z.object({
  recording_id: Id,
  status: RecordingStatus,
  progress: z.number().nullable(),
});
const Nothing = z.object({});

export const events = {
  /** For whoever sees the recording. */
  recording: {
    recording: RecordingChange,
    recording_deleted: RecordingChange,
    comment: z.object({ comment_id: Id, act: z.enum(["insert", "update", "delete"]) }),
    reaction: z.object({ comment_id: Id.nullable().describe("Null: on the recording itself") }),
    /** What there is of its text is to be read anew. */
    subtitle: z.object({
      subtitle_id: Id,
      act: z.enum(["insert", "update", "delete"]),
      status: SubtitleStatus,
      progress: z.number(),
    }),
    chapters: Nothing,
    /** A link changed: viewers ask again whether theirs still opens. */
    share: Nothing,
  },
  /** For one account. */
  user: {
    library: RecordingChange,
    subscription: Nothing,
    notice: Nothing,
    drive: Nothing,
    account: Nothing,
  },
  /** For admins. */
  admin: { activity: Nothing, presence: Nothing },
} satisfies Record<string, Record<string, z.ZodType>>;

export const recordingTopic = (id: string) => `recording:${id}` as const;
export const userTopic = (id: string) => `user:${id}` as const;
export const ADMIN_TOPIC = "admin";

type RecordingTopic = ReturnType<typeof recordingTopic>;
type UserTopic = ReturnType<typeof userTopic>;
export type Topic = RecordingTopic | UserTopic | typeof ADMIN_TOPIC;

/** The names that are heard on a topic. */
export type EventOn<Where extends Topic> = Where extends RecordingTopic
  ? keyof typeof events.recording
  : Where extends UserTopic
    ? keyof typeof events.user
    : keyof typeof events.admin;

/** A newer server may announce what an older page does not know. */
export function isEventOn<Where extends Topic>(topic: Where, name: string): name is EventOn<Where> {
  const known: Record<string, object> = events;
  const [kind = ""] = topic.split(":");
  return Object.hasOwn(known[kind] ?? {}, name);
}
