import { type Comment, markThreadCall } from "#contract/discussion.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { formatDuration } from "#web/lib/format.ts";
import { apiUrl, call, requestFile } from "#web/lib/request.ts";
import { change, ofComment, readComments, showChanged } from "./discussion.ts";
import { headersOf, type Scope } from "./discussion-key.ts";
import { ourWords, serversWords, write } from "./write.ts";

export const threadMark = (scope: Scope) =>
  change<{ id: string; done: boolean }>(scope, {
    send: ({ id, done }) => call(markThreadCall, { ...ofComment(scope, id), body: { done } }),
    show: (cache, { id, done }) =>
      showChanged(cache, scope, id, (comment) => ({ ...comment, done })),
    failure: ourWords("Failed to update comment"),
  });

export const commentDownload = (scope: Scope) =>
  write({
    send: (format: "csv" | "md") =>
      requestFile(format === "csv" ? tableUrl(scope) : textUrl(scope), {
        headers: headersOf(scope),
      }),
    keep: (_cache, file, format) => downloadBlob(file, `comments.${format}`),
    failure: serversWords("Failed to download comments"),
  });

const tableUrl = ({ recordingId }: Scope) => apiUrl(`/recordings/${recordingId}/comments.csv`);
const textUrl = ({ recordingId }: Scope) => apiUrl(`/recordings/${recordingId}/comments.md`);

const THREADS_AT_ONCE = 500;

export async function discussionAsText(scope: Scope): Promise<string> {
  const lines: string[] = [];
  for (let offset = 0; ; offset += THREADS_AT_ONCE) {
    const query = { sort: "time", limit: THREADS_AT_ONCE, offset } as const;
    const { comments, has_more } = await readComments(scope, query);
    lines.push(...comments.map(lineOf));
    if (!has_more) return lines.join("\n");
  }
}

function lineOf({ parent_comment_id, at_seconds, username, content, done }: Comment): string {
  const moment = at_seconds === null ? "" : `${formatDuration(at_seconds)} `;
  const indent = parent_comment_id === null ? "" : "  ";
  const words = content.replaceAll("\n", `\n${indent}  `);
  return `${indent}${moment}${username}: ${words}${done ? " (done)" : ""}`;
}
