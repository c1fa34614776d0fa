import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ADMIN_TOPIC } from "#contract/events.ts";
import { throttled } from "#web/lib/throttle.ts";
import { adminKey } from "./admin.ts";
import { type Heard, useTopic } from "./realtime.ts";

/** However much happens, each is read anew no more often than this. */
const CALM_MS = 2_000;

const lists = ["users", "person", "videos"];
const staleBy: Record<Heard<typeof ADMIN_TOPIC>, QueryKey[]> = {
  activity: ["stats", "activity", ...lists].map((name) => [...adminKey, name]),
  presence: ["active-users", "users", "person"].map((name) => [...adminKey, name]),
  joined: [adminKey],
};

/** What is heard marks what it made stale: soon, and never in a storm. */
export function markingStale(queryClient: QueryClient) {
  const markAll = (keys: QueryKey[]) =>
    throttled(() => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    }, CALM_MS);
  return {
    activity: markAll(staleBy.activity),
    presence: markAll(staleBy.presence),
    joined: markAll(staleBy.joined),
  };
}

/** What an open page of the admin area shows is read anew when something happens. */
export function useLiveAdmin() {
  const queryClient = useQueryClient();
  const [mark] = useState(() => markingStale(queryClient));
  useTopic(ADMIN_TOPIC, (name) => mark[name]());
}
