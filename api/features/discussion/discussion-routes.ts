import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { withAccount } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { type Limit, type TakeToken, within } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { Done, Id } from "#contract/common.ts";
import {
  AddComment,
  AddedReaction,
  AddReaction,
  Comment,
  CommentList,
  CommentQuery,
  EditComment,
  Marks,
  ReactionName,
  ReactionSummary,
} from "#contract/discussion.ts";
import { addComment, deleteComment, editComment } from "./comments.ts";
import { listComments } from "./list-comments.ts";
import { addReaction, readReactions, removeReaction, type Target } from "./reactions.ts";
import { readMarks } from "./read-marks.ts";

const One = z.object({ id: Id });
const OneComment = One.extend({ commentId: Id });
const OneReaction = One.extend({ reactionId: ReactionName });

interface Deps {
  guards: Guards;
  takeToken: TakeToken;
}

/** More than a lively discussion needs, and less than would bury one. Deleting is never limited. */
const comments: Limit = {
  name: "comment:account",
  capacity: 120,
  period: 600,
  message: "You have written a lot in a short time. Please wait a moment and try again.",
};
const reactions: Limit = {
  name: "react:account",
  capacity: 400,
  period: 600,
  message: "You have reacted a lot in a short time. Please wait a moment and try again.",
};

/** Mounted at `/recordings/:id/comments`. */
export function commentRoutes(deps: Deps) {
  const { guards } = deps;
  const writing = within(comments, deps.takeToken);
  return new Hono<AppEnv>()
    .get("/", guards.shared, valid("param", One), valid("query", CommentQuery), async (c) => {
      const { db, caller } = c.var;
      const { id } = c.req.valid("param");
      return reply(c, CommentList, await listComments(db, caller, id, c.req.valid("query")));
    })
    .post(
      "/",
      guards.shared,
      withAccount,
      writing,
      valid("param", One),
      valid("json", AddComment),
      async (c) => {
        const { db, caller } = c.var;
        const { id } = c.req.valid("param");
        return reply(c, Comment, await addComment(db, caller, id, c.req.valid("json")), 201);
      },
    )
    .put(
      "/:commentId",
      guards.shared,
      withAccount,
      writing,
      valid("param", OneComment),
      valid("json", EditComment),
      async (c) => {
        const { db, caller } = c.var;
        const { id, commentId } = c.req.valid("param");
        const { content } = c.req.valid("json");
        return reply(c, Comment, await editComment(db, caller, id, commentId, content));
      },
    )
    .delete("/:commentId", guards.shared, withAccount, valid("param", OneComment), async (c) => {
      const { id, commentId } = c.req.valid("param");
      await deleteComment(c.var.db, id, commentId);
      return reply(c, Done, { success: true });
    });
}

/** Mounted at `/recordings/:id/marks`. */
export const markRoutes = ({ guards }: Pick<Deps, "guards">) =>
  new Hono<AppEnv>().get("/", guards.shared, valid("param", One), async (c) =>
    reply(c, Marks, await readMarks(c.var.db, c.req.valid("param").id)),
  );

/** Mounted for recordings and for comments, whose id is then `:id`. */
export function reactionRoutes(deps: Deps, targetOf: (id: string) => Target) {
  const { guards } = deps;
  const reacting = within(reactions, deps.takeToken);
  return new Hono<AppEnv>()
    .post(
      "/",
      guards.shared,
      withAccount,
      reacting,
      valid("param", One),
      valid("json", AddReaction),
      async (c) => {
        const { db, caller } = c.var;
        const target = targetOf(c.req.valid("param").id);
        const added = await addReaction(db, caller, target, c.req.valid("json"));
        return reply(c, AddedReaction, added, 201);
      },
    )
    .delete(
      "/:reactionId",
      guards.shared,
      withAccount,
      reacting,
      valid("param", OneReaction),
      async (c) => {
        const { db, caller } = c.var;
        const { id, reactionId } = c.req.valid("param");
        return reply(
          c,
          ReactionSummary,
          await removeReaction(db, caller, targetOf(id), reactionId),
        );
      },
    );
}

/** Mounted at `/recordings/:id/reactions`. */
export const recordingReactionRoutes = (deps: Deps) =>
  reactionRoutes(deps, (recording) => ({ recording })).get(
    "/",
    deps.guards.shared,
    valid("param", One),
    async (c) => {
      const { db, caller } = c.var;
      const recording = c.req.valid("param").id;
      return reply(c, ReactionSummary, await readReactions(db, caller, { recording }));
    },
  );
