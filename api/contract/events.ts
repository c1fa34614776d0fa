/**
 * The events that triggers announce, by topic. Each says only that something is stale and never carries the new state: a
 * client that hears it reads that through the policies.
 */
export const events = {
  /** Events for everybody who may see the recording. */
  recording: [
    "recording",
    "recording_deleted",
    "comment",
    "reaction",
    /** A subtitle changed: its text is to be read anew. */
    "subtitle",
    "chapters",
    /** The recording is another film now, and all that hangs on time with it. */
    "film",
    /** The edit changed: for people who may edit. */
    "edit",
    /** A link changed: viewers ask again whether their link still opens. */
    "share",
  ],
  /** Events for one account. */
  user: [
    "library",
    /** A folder changed, or what lies in it. */
    "folders",
    "subscription",
    "notice",
    "drive",
    "account",
  ],
  /** Events for admins. */
  admin: ["activity", "presence"],
} as const;

export const recordingTopic = (id: string) => `recording:${id}` as const;
export const userTopic = (id: string) => `user:${id}` as const;
export const ADMIN_TOPIC = "admin";

type RecordingTopic = ReturnType<typeof recordingTopic>;
type UserTopic = ReturnType<typeof userTopic>;
export type Topic = RecordingTopic | UserTopic | typeof ADMIN_TOPIC;

/** The names of the events on a topic. */
export type EventOn<Where extends Topic> = Where extends RecordingTopic
  ? (typeof events.recording)[number]
  : Where extends UserTopic
    ? (typeof events.user)[number]
    : (typeof events.admin)[number];

/** A newer server may announce events that an older page does not know. */
export function isEventOn<Where extends Topic>(topic: Where, name: string): name is EventOn<Where> {
  const known: Record<string, readonly string[]> = events;
  const [kind = ""] = topic.split(":");
  return known[kind]?.includes(name) ?? false;
}
