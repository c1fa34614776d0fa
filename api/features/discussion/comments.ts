import { badRequest, one, oneOrRefuse } from "#api/http/errors.ts";
import type { Caller, Db, Sql } from "#api/platform/database.ts";
import { Id } from "#contract/common.ts";
import type { AddComment } from "#contract/discussion.ts";
import {
  besideComments,
  type CommentRow,
  commentColumns,
  peopleOf,
  type Speaking,
  toComment,
} from "./comment-row.ts";

const GONE = "Comment not found";

interface OneComment {
  /** The id of the recording. */
  id: string;
  commentId: string;
}

export const addComment = (
  { db, caller }: Speaking,
  recordingId: string,
  { content, parent_comment_id, at_seconds, mentions }: AddComment,
) =>
  db(async (sql) => {
    if (!mentions.every((id) => Id.safeParse(id).success))
      throw badRequest("A mention is the id of a person who takes part.", "not_taking_part");
    const added = one(
      await sql<{ id: string }[]>`
        insert into public.comments (recording_id, parent_comment_id, content, at_seconds, mentions)
        values (${recordingId}, ${parent_comment_id}, ${content}, ${at_seconds}, ${mentions}::uuid[])
        returning id
      `,
    );
    return readComment(sql, caller, recordingId, added.id);
  });

export const editComment = ({ db, caller }: Speaking, comment: OneComment, content: string) =>
  db(async (sql) => {
    const edited = await sql`
      update public.comments set content = ${content} where ${isIt(sql, comment)} returning id
    `;
    await oneOrRefuse(edited, () => seen(sql, comment), {
      words: "Only its author edits a comment.",
      what: GONE,
    });
    return readComment(sql, caller, comment.id, comment.commentId);
  });

/** The policies let the author, the recording's owner and admins delete. The replies go with the comment. */
export const deleteComment = (db: Db, comment: OneComment) =>
  db(async (sql) =>
    oneOrRefuse(
      await sql`delete from public.comments where ${isIt(sql, comment)} returning id`,
      () => seen(sql, comment),
      { words: "Only its author and the recording's owner delete a comment.", what: GONE },
    ),
  );

const isIt = (sql: Sql, { id, commentId }: OneComment) =>
  sql`id = ${commentId} and recording_id = ${id}`;

const seen = (sql: Sql, comment: OneComment) =>
  sql`select 1 from public.comments where ${isIt(sql, comment)}`;

export const markThread = ({ db, caller }: Speaking, comment: OneComment, done: boolean) =>
  db(async (sql) => {
    await sql`select app.mark_thread(${comment.id}, ${comment.commentId}, ${done})`;
    return readComment(sql, caller, comment.id, comment.commentId);
  });

async function readComment(sql: Sql, caller: Caller, recordingId: string, id: string) {
  const rows = await sql<CommentRow[]>`
    with ${peopleOf(sql, recordingId)}
    select ${commentColumns(sql, caller)}
      from public.comments line ${besideComments(sql, caller, recordingId)}
     where line.id = ${id}
  `;
  return toComment(one(rows, GONE));
}
