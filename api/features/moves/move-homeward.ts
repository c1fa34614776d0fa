import type { Logger } from "pino";
import { type Mover, sendMoves } from "./begin-and-cancel.ts";

interface Homeward extends Pick<Mover, "service" | "objects" | "jobs"> {
  log: Pick<Logger, "warn">;
  end?: AbortSignal;
}

/** Back to the drives of those who have left their plan. Where there is no room yet, it is tried again. */
export async function moveHomeward(world: Homeward, only: string | null = null): Promise<void> {
  const { service, objects, jobs, log } = world;
  const place = objects.storeFor("google_drive");
  if (place === undefined) return;
  const accounts = await service<{ account: string }[]>`
    select user_id as account from public.subscriptions
     where homeward and app.has_drive(user_id) and (${only}::uuid is null or user_id = ${only})
     order by random() -- some may have no room for long, and keep nobody from a turn
     limit 100
  `;
  for (const { account } of accounts) {
    if (world.end?.aborted) return;
    try {
      const room = await objects.roomIn(place, account);
      await service(async (sql) => {
        await sendMoves(sql, jobs, { account, choice: "google_drive", place, room });
        await sql`select private.turned_home(${account})`;
      });
    } catch (err) {
      log.warn({ err, account }, "recordings cannot go to their owner's drive yet");
    }
  }
}
