import { userTopic } from "#contract/events.ts";
import { preferencesQuery } from "./account.ts";
import { driveQuery } from "./drive.ts";
import { useStaleTopic } from "./realtime.ts";
import { recordingsKey } from "./recordings.ts";
import { subscriptionKey } from "./subscriptions.ts";

/** What the account's own channel speaks of. */
const STALE_BY_EVENT = [
  recordingsKey,
  subscriptionKey,
  driveQuery.queryKey,
  preferencesQuery.queryKey,
];

/** What an open page shows of an account is read anew when something of it changes. */
export const useLiveAccount = (id: string) => useStaleTopic(userTopic(id), STALE_BY_EVENT);
