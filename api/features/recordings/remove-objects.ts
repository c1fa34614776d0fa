import { z } from "zod";
import type { JobKind } from "#api/jobs/queue.ts";

/** Bytes whose rows are gone. What cannot be removed now is tried again, for days if need be. */
export const removeObjects: JobKind = { name: "remove-objects", data: z.object({}), retries: 30 };
