import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { type SignedIn, withAccount } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { type Limit, type TakeToken, within } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { Id } from "#contract/common.ts";
import { Move, Moves } from "#contract/moves.ts";
import { Recording } from "#contract/recordings.ts";
import { beginMove, beginMoves, type Mover } from "./begin-moves.ts";
import { cancelMove, cancelMoves } from "./cancel-moves.ts";
import { readMoves } from "./read-moves.ts";

type Deps = Base & { guards: Guards; takeToken: TakeToken; jobs: Pick<Jobs, "send"> };

const MANY = "You have asked for many moves in a short time. Please wait a moment and try again.";

/** Each leaves a job, also where it is cancelled at once; and one of all leaves a job for every recording. */
const moves: Limit = { name: "move:account", capacity: 300, period: 600, message: MANY };
const movesOfAll: Limit = { name: "move-all:account", capacity: 20, period: 600, message: MANY };

const ofOne = valid("param", z.object({ id: Id }));

/** Mounted at `/recordings`, before what reads `/recordings/{id}`. */
export function moveRoutes({ guards, takeToken, database, objects, jobs }: Deps) {
  const service = database.asService("moves are written by functions that check whose they are");
  const mover = (c: Context<SignedIn>): Mover => ({
    db: c.var.db,
    service,
    account: c.var.caller.sub,
    objects,
    jobs,
  });

  return new Hono<AppEnv>()
    .post(
      "/move-all",
      guards.session,
      within(movesOfAll, takeToken),
      valid("json", Move),
      async (c) => {
        const begun = await beginMoves(mover(c), c.req.valid("json").storage_type);
        return reply(c, Moves, begun, 202);
      },
    )
    .get("/move-all", guards.session, async (c) =>
      reply(c, Moves, await readMoves(c.var.db, objects)),
    )
    .delete("/move-all", guards.session, async (c) => reply(c, Moves, await cancelMoves(mover(c))))
    .post(
      "/:id/move",
      guards.shared,
      withAccount,
      within(moves, takeToken),
      ofOne,
      valid("json", Move),
      async (c) => {
        const { id } = c.req.valid("param");
        const recording = await beginMove(mover(c), id, c.req.valid("json").storage_type);
        return reply(c, Recording, recording, 202);
      },
    )
    .delete("/:id/move", guards.shared, withAccount, ofOne, async (c) =>
      reply(c, Recording, await cancelMove(mover(c), c.req.valid("param").id)),
    );
}
