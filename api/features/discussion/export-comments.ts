import type { Asked } from "#api/access/serve.ts";
import { writeTime } from "#api/captions/cue.ts";
import { csvAnswer, type SendRows, textAnswer } from "#api/http/csv.ts";
import { one } from "#api/http/errors.ts";
import type { exportCommentsCall } from "#contract/discussion.ts";
import type { Speaking } from "./comment-row.ts";
import { listComments, threadsOf } from "./list-comments.ts";

type Line = Awaited<ReturnType<typeof listComments>>["comments"][number];

const THREADS_AT_ONCE = 200;

const COLUMNS = [
  "thread_id",
  "comment_id",
  "at",
  "author",
  "comment",
  "done",
  "mentions",
  "created_at",
  "edited_at",
];

type Exporting = Pick<Asked<typeof exportCommentsCall>, "db" | "caller" | "params" | "c">;

/** The whole discussion as a table, for everybody who may read it. */
export async function commentsAsTable({ c, ...asked }: Exporting): Promise<Response> {
  const { title, pages, isStillAllowed } = await open(asked);
  const produce = async (send: SendRows) => {
    await send([COLUMNS]);
    for await (const lines of pages) await send(lines.map(cellsOf));
  };
  return csvAnswer(c, title, produce, isStillAllowed);
}

/** The same as a text, in which nothing that somebody wrote is markup. */
export async function commentsAsText({ c, ...asked }: Exporting): Promise<Response> {
  const { title, pages, isStillAllowed } = await open(asked);
  const file = { name: title, extension: "md", type: "text/markdown" };
  const produce = async (write: (text: string) => Promise<void>) => {
    await write(`# ${plain(title)}\n`);
    for await (const lines of pages) await write(lines.map(paragraph).join(""));
  };
  return textAnswer(c, file, produce, isStillAllowed);
}

async function open({ db, caller, params: { id } }: Omit<Exporting, "c">) {
  const rows = await db<{ title: string }[]>`
    select filename || ' comments' as title from public.recordings where id = ${id}
  `;
  const { title } = one(rows, "Recording not found");
  const isStillAllowed = async () =>
    one(await db<{ may: boolean }[]>`select app.can_view_recording(${id}) as may`).may;
  return { title, pages: inPages({ db, caller }, id), isStillAllowed };
}

/** By the threads that there were at the start: what is deleted meanwhile makes no other one be passed over. */
async function* inPages(speaking: Speaking, id: string): AsyncGenerator<Line[]> {
  const threads = await speaking.db((sql) => threadsOf(sql, id));
  for (let at = 0; at < threads.length; at += THREADS_AT_ONCE) {
    const among = threads.slice(at, at + THREADS_AT_ONCE).map((thread) => thread.id);
    const page = { sort: "time", limit: THREADS_AT_ONCE, offset: 0, original: false } as const;
    yield (await listComments(speaking, id, page, among)).comments;
  }
}

const cellsOf = (line: Line) => [
  line.parent_comment_id ?? line.id,
  line.id,
  line.at_seconds === null ? null : clock(line.at_seconds),
  line.username,
  line.content,
  line.parent_comment_id === null ? (line.done ? "done" : "open") : null,
  line.mentions.map(({ name }) => name).join(", "),
  line.created_at,
  line.edited_at,
];

function paragraph(line: Line): string {
  const isReply = line.parent_comment_id !== null;
  const facts = [
    line.at_seconds !== null && clock(line.at_seconds),
    `${line.created_at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    line.done && "done",
  ].filter((fact) => typeof fact === "string");
  const [first, rest] = isReply ? ["  - ", "    "] : ["\n- ", "  "];
  const words = line.content.split(LINE_END).map((text) => `${rest}${plain(text)}  \n`);
  return `${first}**${plain(line.username)}** (${facts.join(", ")})\n\n${words.join("")}\n`;
}

const LINE_END = /\r\n|[\n\r\v\f\x85\u2028\u2029]/;

/** Every sign that Markdown, or HTML in it, could take for its own stands for itself behind a backslash. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");

const clock = (at: number) => writeTime(Math.floor(at), ".").replace(".000", "");
