import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { ADMIN_TOPIC } from "#contract/events.ts";
import { adminKey } from "./admin.ts";
import { type Heard, useTopic } from "./realtime.ts";
import { markStale } from "./stale.ts";

const lists = ["users", "person", "videos"];
const staleBy: Record<Heard<typeof ADMIN_TOPIC>, QueryKey[]> = {
  activity: ["stats", "activity", ...lists].map((name) => [...adminKey, name]),
  presence: ["active-users", "users", "person"].map((name) => [...adminKey, name]),
  joined: [adminKey],
};

export const markingStale = (cache: QueryClient) => ({
  activity: () => markStale(cache, ...staleBy.activity),
  presence: () => markStale(cache, ...staleBy.presence),
  joined: () => markStale(cache, ...staleBy.joined),
});

export function useLiveAdmin() {
  const mark = markingStale(useQueryClient());
  useTopic(ADMIN_TOPIC, (name) => mark[name]());
}
