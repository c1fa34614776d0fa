import { requireOwn } from "#api/access/own-recording.ts";
import type { Serve } from "#api/access/serve.ts";
import { badRequest, one } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import {
  addCommentCall,
  addCommentReactionCall,
  addReactionCall,
  type DiscussionPeople,
  deleteCommentCall,
  editCommentCall,
  exportCommentsAsTextCall,
  exportCommentsCall,
  getMarksCall,
  getReactionsCall,
  listCommentsCall,
  listPeopleCall,
  markThreadCall,
  removeCommentReactionCall,
  removeReactionCall,
} from "#contract/discussion.ts";
import { banGuestCall, claimGuestCall, unbanGuestCall } from "#contract/guests.ts";
import { addComment, deleteComment, editComment, markThread } from "./comments.ts";
import { commentsAsTable, commentsAsText } from "./export-comments.ts";
import { listComments } from "./list-comments.ts";
import { addReaction, readReactions, removeReaction } from "./reactions.ts";
import { readMarks } from "./read-marks.ts";

/** More than a lively discussion needs, and less than would bury one. Deleting is never limited. */
const comments: Limit = {
  name: "comment:account",
  capacity: 120,
  period: 600,
  done: "written a lot",
};
const reactions: Limit = {
  name: "react:account",
  capacity: 400,
  period: 600,
  done: "reacted a lot",
};

const ofGuests: Limit = { ...comments, name: "comment:guest", capacity: 30 };
const editsOfGuests: Limit = { ...comments, name: "comment-edit:guest", capacity: 30 };
const reactionsOfGuests: Limit = { ...reactions, name: "react:guest", capacity: 60 };

export function serveDiscussion({ serve, keys }: Parts): void {
  serve(exportCommentsCall, commentsAsTable);
  serve(exportCommentsAsTextCall, commentsAsText);
  serve(listPeopleCall, ({ db, params }) => listPeople(db, params.id));
  serve(listCommentsCall, (asked) => listComments(asked, asked.params.id, asked.query));
  serve(addCommentCall, (asked) => addComment(asked, asked.params.id, asked.body), {
    limit: comments,
    ofGuests,
  });
  serve(editCommentCall, (asked) => editComment(asked, asked.params, asked.body.content), {
    limit: comments,
    ofGuests: editsOfGuests,
  });
  serve(markThreadCall, (asked) => markThread(asked, asked.params, asked.body.done));
  serve(deleteCommentCall, ({ db, params }) => deleteComment(db, params));
  serve(getMarksCall, ({ db, params, query }) => readMarks(db, params.id, query.original));
  serve(banGuestCall, ({ db, params: { id, guestId } }) => banGuest(db, id, guestId, true));
  serve(unbanGuestCall, ({ db, params: { id, guestId } }) => banGuest(db, id, guestId, false));
  serve(claimGuestCall, ({ db, body }) => claimGuest(keys, db, body.guest_token));
  serveReactions(serve);
}

function serveReactions(serve: Serve): void {
  const limits = { limit: reactions, ofGuests: reactionsOfGuests };
  const recording = ({ params }: { params: { id: string } }) => ({ recording: params.id });
  const comment = ({ params }: { params: { id: string } }) => ({ comment: params.id });
  serve(getReactionsCall, (asked) => readReactions(asked, recording(asked)));
  serve(addReactionCall, (asked) => addReaction(asked, recording(asked), asked.body), limits);
  serve(
    removeReactionCall,
    (asked) => removeReaction(asked, recording(asked), asked.params.reactionId),
    limits,
  );
  serve(addCommentReactionCall, (asked) => addReaction(asked, comment(asked), asked.body), limits);
  serve(
    removeCommentReactionCall,
    (asked) => removeReaction(asked, comment(asked), asked.params.reactionId),
    limits,
  );
}

/** The people whom a comment can mention, by name. */
async function listPeople(db: Db, recordingId: string): Promise<DiscussionPeople> {
  const [recordings, people] = await db((sql) =>
    Promise.all([
      sql`select 1 from public.recordings where id = ${recordingId}`,
      sql<DiscussionPeople["people"]>`
        select user_id, username as name, profile_picture
          from app.discussion_people(${recordingId}) order by lower(username), user_id
      `,
    ]),
  );
  one(recordings, "Recording not found");
  return { people };
}

/** For the owner of the recording: a banned guest says nothing more, and what they have said stays. */
const banGuest = (db: Db, recordingId: string, guestId: string, isBanned: boolean) =>
  db(async (sql) => {
    await requireOwn(sql, recordingId, "Only the owner of the recording bans a guest.");
    one(
      await sql`select app.ban_guest(${recordingId}, ${guestId}, ${isBanned})`,
      "Guest not found",
    );
  });

/** The words that the holder of this token has said as a guest become the account's. */
async function claimGuest(keys: Keys, db: Db, token: string) {
  const claims = await keys.read("guest", token);
  if (!claims) throw badRequest("This is no key of a guest.", "guest_unknown");
  const { guest } = claims;
  return one(await db<{ comments: number }[]>`select app.claim_guest(${guest}) as comments`);
}
