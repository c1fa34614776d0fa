import { z } from "zod";
import { Done, Id, OfOriginal, type Operation, Removed, Time } from "./common.ts";

import { isVisible } from "./text.ts";

const EMPTY_COMMENT = "Write something first";

/** The emoji for reactions, in the order in which they are shown. */
export const EMOJI = ["👍", "❤️", "😂", "😮", "😢", "🔥", "👏", "🎉"] as const;
export const Emoji = z.enum(EMOJI, "Choose one of the eight reactions");
export type Emoji = z.infer<typeof Emoji>;

/** Seconds into the video. */
const Moment = z.number().min(0).max(1_000_000).nullable();

export const ReactionCount = z.object({
  emoji: Emoji,
  count: z.number(),
  user_reacted: z.boolean(),
});
export type ReactionCount = z.infer<typeof ReactionCount>;

/** Only emoji that somebody chose, in the order of the eight. */
export const ReactionSummary = z.object({
  reactions: z.array(ReactionCount),
  total_count: z.number(),
});
export type ReactionSummary = z.infer<typeof ReactionSummary>;

export const Reaction = z.object({
  id: Id,
  emoji: Emoji,
  at_seconds: z.number().nullable(),
  created_at: Time,
});
export type Reaction = z.infer<typeof Reaction>;

/** The answer to a new reaction: adding one twice answers with the first, so a double click does no harm. */
export const AddedReaction = ReactionSummary.extend({ reaction: Reaction });
export type AddedReaction = z.infer<typeof AddedReaction>;

/** Some keyboards write the heart without the mark that colours it. */
const TypedEmoji = z
  .enum([...EMOJI, "❤"], "Choose one of the eight reactions")
  .transform((emoji): Emoji => (emoji === "❤" ? "❤️" : emoji));

/** A reaction in an address: its id, or its emoji. */
export const ReactionName = z.union([Id, TypedEmoji]);

export const AddReaction = z.object({
  emoji: TypedEmoji,
  at_seconds: Moment.default(null).describe("Kept for reactions on the recording itself"),
});
export type AddReaction = z.infer<typeof AddReaction>;

export const Comment = z.object({
  id: Id,
  recording_id: Id,
  parent_comment_id: Id.nullable().describe("Always a comment that is no reply itself"),
  content: z.string().describe("Text as it was written; never markup"),
  at_seconds: z.number().nullable(),
  removed: Removed,
  user_id: Id,
  username: z.string(),
  profile_picture: z.string().nullable(),
  by_owner: z.boolean().describe("Written by the person who made the recording"),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  reactions: z.array(ReactionCount),
  created_at: Time,
  edited_at: Time.nullable(),
});
export type Comment = z.infer<typeof Comment>;

/** newest: latest thread first. time: by the thread's moment in the video, threads without one last. */
export const CommentSort = z.enum(["newest", "time"]);
export type CommentSort = z.infer<typeof CommentSort>;

export const CommentQuery = OfOriginal.extend({
  sort: CommentSort.default("newest"),
  limit: z.coerce.number().int().min(1).max(1000).default(50).describe("Threads per page"),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0).describe("Threads to skip"),
});
export type CommentQuery = z.infer<typeof CommentQuery>;

/** Whole threads: each comment is followed by all of its replies, oldest first. */
export const CommentList = z.object({
  comments: z.array(Comment),
  total: z.number().describe("Comments and replies of the whole discussion"),
  has_more: z.boolean(),
});
export type CommentList = z.infer<typeof CommentList>;

const Content = z
  .string(EMPTY_COMMENT)
  .trim()
  .refine(isVisible, { error: EMPTY_COMMENT, abort: true })
  .max(10_000, "The comment is too long");

export const AddComment = z.object({
  content: Content,
  parent_comment_id: Id.nullable()
    .default(null)
    .describe("A reply to a reply joins the thread of the comment above it"),
  at_seconds: Moment.default(null),
});
export type AddComment = z.infer<typeof AddComment>;

export const EditComment = z.object({ content: Content });
export type EditComment = z.infer<typeof EditComment>;

/** The marks on the seek bar: a dot per comment with a time, reactions as a density. */
export const Marks = z.object({
  comments: z.array(z.object({ comment_id: Id, at_seconds: z.number(), removed: Removed })),
  reactions: z.array(z.object({ emoji: Emoji, at_seconds: z.number(), removed: Removed })),
});
export type Marks = z.infer<typeof Marks>;

const OneReaction = z.object({ id: Id, reactionId: ReactionName });

export const listCommentsCall = {
  call: "GET /recordings/{id}/comments",
  id: "listComments",
  summary: "The discussion, a page of threads at a time",
  access: "shared",
  query: CommentQuery,
  answer: CommentList,
} as const satisfies Operation;

export const addCommentCall = {
  call: "POST /recordings/{id}/comments",
  id: "addComment",
  summary: "Comment or reply",
  access: "shared-session",
  body: AddComment,
  answer: Comment,
  status: 201,
} as const satisfies Operation;

export const editCommentCall = {
  call: "PUT /recordings/{id}/comments/{commentId}",
  id: "editComment",
  summary: "Edit a comment of one's own",
  access: "shared-session",
  body: EditComment,
  answer: Comment,
} as const satisfies Operation;

export const deleteCommentCall = {
  call: "DELETE /recordings/{id}/comments/{commentId}",
  id: "deleteComment",
  summary: "Delete a comment and its replies: its author, the recording's owner, admins",
  access: "shared-session",
  answer: Done,
} as const satisfies Operation;

export const getMarksCall = {
  call: "GET /recordings/{id}/marks",
  id: "getMarks",
  summary: "Comments and reactions that carry a time, for the seek bar",
  access: "shared",
  query: OfOriginal,
  answer: Marks,
} as const satisfies Operation;

export const getReactionsCall = {
  call: "GET /recordings/{id}/reactions",
  id: "getReactions",
  summary: "Reactions on the recording",
  access: "shared",
  answer: ReactionSummary,
} as const satisfies Operation;

export const addReactionCall = {
  call: "POST /recordings/{id}/reactions",
  id: "addReaction",
  summary: "React to the recording",
  access: "shared-session",
  body: AddReaction,
  answer: AddedReaction,
  status: 201,
} as const satisfies Operation;

export const removeReactionCall = {
  call: "DELETE /recordings/{id}/reactions/{reactionId}",
  id: "removeReaction",
  params: OneReaction,
  summary: "Take back one's reaction, by its id or by its emoji",
  access: "shared-session",
  answer: ReactionSummary,
} as const satisfies Operation;

export const addCommentReactionCall = {
  call: "POST /comments/{id}/reactions",
  id: "addCommentReaction",
  summary: "React to a comment",
  access: "shared-session",
  body: AddReaction,
  answer: AddedReaction,
  status: 201,
} as const satisfies Operation;

export const removeCommentReactionCall = {
  call: "DELETE /comments/{id}/reactions/{reactionId}",
  id: "removeCommentReaction",
  params: OneReaction,
  summary: "Take back one's reaction, by its id or by its emoji",
  access: "shared-session",
  answer: ReactionSummary,
} as const satisfies Operation;

export const discussionOperations: readonly Operation[] = [
  listCommentsCall,
  addCommentCall,
  editCommentCall,
  deleteCommentCall,
  getMarksCall,
  getReactionsCall,
  addReactionCall,
  removeReactionCall,
  addCommentReactionCall,
  removeCommentReactionCall,
];
