import { z } from "zod";
import { Done, forShared, forSharedVoice, Id, OfOriginal, Removed, Time } from "./common.ts";
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

/** A guest has no account, and their name is their own word. */
export const CommentAuthor = z.object({
  kind: z.enum(["account", "guest"]),
  name: z.string(),
  guest_id: Id.nullable().describe("For the recording's owner alone, to ban them by"),
});

export const Comment = z.object({
  id: Id,
  recording_id: Id,
  parent_comment_id: Id.nullable().describe("Always a comment that is no reply itself"),
  content: z.string().describe("Text as it was written; never markup"),
  at_seconds: z.number().nullable(),
  removed: Removed,
  user_id: Id.nullable().describe("Null for a guest"),
  username: z.string(),
  author: CommentAuthor,
  author_banned: z.boolean().describe("The guest is banned; said to the owner alone"),
  profile_picture: z.string().nullable(),
  by_owner: z.boolean().describe("Written by the person who made the recording"),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  done: z.boolean().describe("Of a thread; false for replies"),
  mentions: z.array(z.object({ user_id: Id, name: z.string() })),
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
  done: z
    .enum(["true", "false"])
    .optional()
    .describe("Only threads that are done, or only open ones"),
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
  mentions: z
    .array(z.string())
    .max(20, "A comment mentions at most 20 people")
    .default([])
    .describe("The ids of people who take part, who then hear of it; any other is 400"),
});
export type AddComment = z.infer<typeof AddComment>;

export const MarkThread = z.object({ done: z.boolean("Say whether it is done") });

/** The people who take part: the owner, and those with an account who have written something. */
export const DiscussionPeople = z.object({
  people: z.array(
    z.object({ user_id: Id, name: z.string(), profile_picture: z.string().nullable() }),
  ),
});
export type DiscussionPeople = z.infer<typeof DiscussionPeople>;

export const EditComment = z.object({ content: Content });

/** The marks on the seek bar: a dot per comment with a time, reactions as a density. */
export const Marks = z.object({
  comments: z.array(z.object({ comment_id: Id, at_seconds: z.number(), removed: Removed })),
  reactions: z.array(z.object({ emoji: Emoji, at_seconds: z.number(), removed: Removed })),
});
export type Marks = z.infer<typeof Marks>;

const OneReaction = z.object({ id: Id, reactionId: ReactionName });

export const listCommentsCall = forShared("GET /recordings/{id}/comments", {
  summary: "The discussion, a page of threads at a time",
  query: CommentQuery,
  answer: CommentList,
});

export const addCommentCall = forSharedVoice("POST /recordings/{id}/comments", {
  summary: "Comment or reply; 409 `discussion_full` where its text has no room",
  body: AddComment,
  answer: Comment,
  status: 201,
  refusals: [409],
});

export const editCommentCall = forSharedVoice("PUT /recordings/{id}/comments/{commentId}", {
  summary: "Edit a comment of one's own",
  body: EditComment,
  answer: Comment,
  refusals: [409],
});

export const markThreadCall = forSharedVoice("PATCH /recordings/{id}/comments/{commentId}", {
  summary: "Mark a thread done, or open again: who began it, the recording's owner, editors",
  body: MarkThread,
  malformed: 400,
  answer: Comment,
});

export const listPeopleCall = forShared("GET /recordings/{id}/people", {
  summary: "The people whom a comment can mention",
  answer: DiscussionPeople,
});

export const exportCommentsCall = forShared("GET /recordings/{id}/comments.csv", {
  summary: "The whole discussion as a table",
  answer: "csv",
});

export const exportCommentsAsTextCall = forShared("GET /recordings/{id}/comments.md", {
  summary:
    "The whole discussion as a text in Markdown, in which nothing that somebody wrote is markup",
  answer: "markdown",
});

export const deleteCommentCall = forSharedVoice("DELETE /recordings/{id}/comments/{commentId}", {
  summary: "Delete a comment and its replies: its author, the recording's owner, admins",
  answer: Done,
});

export const getMarksCall = forShared("GET /recordings/{id}/marks", {
  summary: "Comments and reactions that carry a time, for the seek bar",
  query: OfOriginal,
  answer: Marks,
});

export const getReactionsCall = forShared("GET /recordings/{id}/reactions", {
  summary: "Reactions on the recording",
  answer: ReactionSummary,
});

export const addReactionCall = forSharedVoice("POST /recordings/{id}/reactions", {
  summary: "React to the recording",
  body: AddReaction,
  answer: AddedReaction,
  status: 201,
});

export const removeReactionCall = forSharedVoice("DELETE /recordings/{id}/reactions/{reactionId}", {
  params: OneReaction,
  summary: "Take back one's reaction, by its id or by its emoji",
  answer: ReactionSummary,
});

export const addCommentReactionCall = forSharedVoice("POST /comments/{id}/reactions", {
  summary: "React to a comment",
  body: AddReaction,
  answer: AddedReaction,
  status: 201,
});

export const removeCommentReactionCall = forSharedVoice(
  "DELETE /comments/{id}/reactions/{reactionId}",
  {
    params: OneReaction,
    summary: "Take back one's reaction, by its id or by its emoji",
    answer: ReactionSummary,
  },
);
