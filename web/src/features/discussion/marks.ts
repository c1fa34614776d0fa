import type { Marks } from "#contract/discussion.ts";
import type { Pages } from "#web/data/discussion-pages.ts";

/** The discussion as the seek bar shows it; with a comment's words where they have been read already. */
export function seekMarks(marks: Marks | undefined, pages: Pages | undefined) {
  const read = new Map(
    pages?.pages.flatMap((page) =>
      page.comments.map(({ id, username, content }) => [id, { author: username, text: content }]),
    ),
  );
  const comments = seen(marks?.comments).map(({ comment_id: id, at_seconds: time }) => {
    const says = read.get(id);
    return { kind: "comment" as const, id, time, ...(says && { says }) };
  });
  const reactions = seen(marks?.reactions).map(({ at_seconds: time }) => {
    return { kind: "reaction" as const, time };
  });
  return [...comments, ...reactions];
}

/** A bar has no place for what was cut out. */
const seen = <Mark extends { removed?: boolean | undefined }>(marks: readonly Mark[] = []) =>
  marks.filter(({ removed }) => !removed);
