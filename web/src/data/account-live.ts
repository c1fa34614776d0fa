import { userTopic } from "#contract/events.ts";
import { preferencesQuery } from "./account.ts";
import { driveQuery } from "./drive.ts";
import { useStaleTopic } from "./realtime.ts";
import { recordingsKey } from "./recordings.ts";
import { subscriptionKey } from "./subscriptions.ts";

/** The queries that an event on the account's own channel makes stale. */
const STALE_BY_EVENT = [
  recordingsKey,
  subscriptionKey,
  driveQuery.queryKey,
  preferencesQuery.queryKey,
];

/** An open page reads the account's data anew when something of it changes. */
export const useLiveAccount = (id: string) => useStaleTopic(userTopic(id), STALE_BY_EVENT);
