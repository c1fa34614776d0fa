import type { UserSort } from "#contract/admin-users.ts";

/**
 * Between cards and one long line, a row has two: eight columns fit nowhere else without scrolling sideways. Heads
 * and cells stand in the same places.
 */
export const TWO_LINES =
  "@4xl:@max-7xl:grid @4xl:@max-7xl:grid-cols-[minmax(0,1fr)_8.5rem_8rem_8.5rem_16rem] @4xl:@max-7xl:items-center @4xl:@max-7xl:py-2";

/** The line under the heads is drawn by their row, not by heads that stand in two lines themselves. */
export const HEAD_LINES = `${TWO_LINES} @4xl:@max-7xl:border-b! @4xl:hover:bg-transparent`;

export const IN_BLOCKS =
  "@4xl:@max-7xl:block @4xl:@max-7xl:[&>thead]:block @4xl:@max-7xl:[&>tbody]:block";

const CELL =
  "@4xl:@max-7xl:h-auto @4xl:@max-7xl:min-w-0 @4xl:@max-7xl:border-0 @4xl:@max-7xl:[th&>button]:h-6";
const UPPER = `${CELL} @4xl:@max-7xl:row-start-1`;
const LOWER = `${CELL} @4xl:@max-7xl:row-start-2 @4xl:@max-7xl:[td&]:text-13`;
const BOTH = `${CELL} @4xl:@max-7xl:row-start-1 @4xl:@max-7xl:row-span-2`;

export const placeOf: Record<UserSort | "actions", string> = {
  username: `${UPPER} @4xl:@max-7xl:col-start-1`,
  email: `${LOWER} @4xl:@max-7xl:col-start-1`,
  role: `${BOTH} @4xl:@max-7xl:col-start-2`,
  plan: `${UPPER} @4xl:@max-7xl:col-start-3`,
  auth: `${LOWER} @4xl:@max-7xl:col-start-3`,
  status: `${UPPER} @4xl:@max-7xl:col-start-4`,
  joined: `${LOWER} @4xl:@max-7xl:col-start-4`,
  actions: `${BOTH} @4xl:@max-7xl:col-start-5`,
};
