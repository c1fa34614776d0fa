import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { type SignedIn, withAccount } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { Id } from "#contract/common.ts";
import { Move, Moves } from "#contract/moves.ts";
import { Recording } from "#contract/recordings.ts";
import { beginMove, beginMoves, type Mover } from "./begin-moves.ts";
import { cancelMove, cancelMoves } from "./cancel-moves.ts";
import { readMoves } from "./read-moves.ts";

type Deps = Base & { guards: Guards; jobs: Pick<Jobs, "send"> };

const ofOne = valid("param", z.object({ id: Id }));

/** Mounted at `/recordings`, before what reads `/recordings/{id}`. */
export function moveRoutes({ guards, database, objects, jobs }: Deps) {
  const service = database.asService("moves are written by functions that check whose they are");
  const mover = (c: Context<SignedIn>): Mover => ({
    db: c.var.db,
    service,
    account: c.var.caller.sub,
    objects,
    jobs,
  });

  return new Hono<AppEnv>()
    .post("/move-all", guards.session, valid("json", Move), async (c) => {
      const moves = await beginMoves(mover(c), c.req.valid("json").storage_type);
      return reply(c, Moves, moves, 202);
    })
    .get("/move-all", guards.session, async (c) =>
      reply(c, Moves, await readMoves(c.var.db, objects)),
    )
    .delete("/move-all", guards.session, async (c) => reply(c, Moves, await cancelMoves(mover(c))))
    .post("/:id/move", guards.shared, withAccount, ofOne, valid("json", Move), async (c) => {
      const { id } = c.req.valid("param");
      const recording = await beginMove(mover(c), id, c.req.valid("json").storage_type);
      return reply(c, Recording, recording, 202);
    })
    .delete("/:id/move", guards.shared, withAccount, ofOne, async (c) =>
      reply(c, Recording, await cancelMove(mover(c), c.req.valid("param").id)),
    );
}
