import type { Sql } from "#api/platform/database.ts";
import { letRefused } from "#api/services/mail.ts";
import { oneLine } from "#contract/text.ts";
import type { Post } from "./send-digests.ts";
import { FOOT } from "./write-digest.ts";

interface Row {
  user_id: string;
  email: string;
  recording_id: string;
  title: string;
  plays: number;
  seconds: string;
}

const AT_ONCE = 100;
/** More than anybody reads in an email; the library has the rest. */
const MOST = 20;

/** Tells owners, once a week, how much was watched in the week before. */
export async function sendViewerLetters(post: Post, at = new Date()): Promise<void> {
  const { service, sendMail, log } = post;
  // Taken anew each when it is sent: a job that is killed loses that one letter, and none of the others.
  const due = await service(async (sql) => {
    const rows = await sql<Row[]>`select * from private.take_viewer_letters(${at}, ${AT_ONCE})`;
    await giveBack(sql, rows);
    return rows;
  });
  for (const [account, watched] of Map.groupBy(due, ({ user_id }) => user_id)) {
    const [{ email } = { email: "" }] = watched;
    const taken = await service`
      insert into private.viewer_letters as l (user_id, week)
      values (${account}, date_trunc('week', ${at}::timestamptz at time zone 'UTC'))
      on conflict (user_id) do update set week = excluded.week where l.week < excluded.week
      returning 1
    `;
    if (taken.length === 0) continue; // by another process
    try {
      const letter = { to: email, canWait: true, ...write(watched, post.publicUrl) };
      await sendMail(letter).catch(letRefused);
    } catch (error) {
      log.warn({ err: error }, "the week's email about viewers was not sent; it is tried again");
      await service((sql) => giveBack(sql, watched));
    }
  }
}

const giveBack = (sql: Sql, letters: readonly Row[]) => sql`
  delete from private.viewer_letters
   where user_id = any (${letters.map(({ user_id }) => user_id)}::uuid[])
`;

function write(watched: readonly Row[], publicUrl: string) {
  const lines = watched.slice(0, MOST).map(({ recording_id, title, plays, seconds }) => {
    const minutes = Math.ceil(Number(seconds) / 60);
    const count = `${plays} ${plays === 1 ? "play" : "plays"}`;
    return `“${oneLine(title)}”: ${count}, ${minutes} min watched\n${publicUrl}/video/${recording_id}`;
  });
  const left = watched.length - lines.length;
  const more = left > 0 ? [`And ${left} more under ${publicUrl}/my-recordings`] : [];
  const subject = "What was watched of your recordings last week";
  return { subject, text: [...lines, ...more, FOOT].join("\n\n") };
}
