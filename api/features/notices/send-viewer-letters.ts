import { letRefused } from "#api/services/mail.ts";
import type { Post } from "./send-digests.ts";
import { FOOT, oneLine } from "./write-digest.ts";

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
  const rows = await service<Row[]>`select * from private.take_viewer_letters(${at}, ${AT_ONCE})`;
  for (const [account, watched] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const [{ email } = { email: "" }] = watched;
    try {
      const letter = { to: email, canWait: true, ...write(watched, post.publicUrl) };
      await sendMail(letter).catch(letRefused);
    } catch (error) {
      log.warn({ err: error }, "the week's email about viewers was not sent; it is tried again");
      await service`delete from private.viewer_letters where user_id = ${account}`;
    }
  }
}

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
