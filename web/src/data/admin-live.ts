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

export const markStaleBy = (cache: QueryClient, event: Heard<typeof ADMIN_TOPIC>) =>
  markStale(cache, ...staleBy[event]);

export function useLiveAdmin() {
  const cache = useQueryClient();
  useTopic(ADMIN_TOPIC, (event) => markStaleBy(cache, event));
}
