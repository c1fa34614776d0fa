import { userTopic } from "#contract/events.ts";
import { preferencesQuery } from "./account.ts";
import { driveQuery } from "./drive.ts";
import { useStaleTopic } from "./realtime.ts";
import { recordingsKey } from "./recordings.ts";
import { subscriptionKey } from "./subscriptions.ts";

const STALE_BY_EVENT = [
  recordingsKey,
  subscriptionKey,
  driveQuery.queryKey,
  preferencesQuery.queryKey,
];

export const useLiveAccount = (id: string) => useStaleTopic(userTopic(id), STALE_BY_EVENT);
