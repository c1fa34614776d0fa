import type { Database } from "#api/platform/database.ts";
import type { Share } from "#contract/shares.ts";
import type { SignedIn } from "#tests/support/app.ts";

/** A finished recording of theirs; what is in it does not matter here. */
export async function recordingOf(database: Database, owner: SignedIn, title = "The demo") {
  const service = database.asService("a test makes a recording");
  const [row] = await service(
    (sql) => sql<{ id: string }[]>`
      insert into public.recordings
        (owner_id, filename, original_filename, status, size, duration, width, height)
      values (${owner.id}, ${title}, 'demo.webm', 'ready', 1000, 12.5, 1280, 720) returning id
    `,
  );
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

/** A link to it, made as its owner makes one. */
export async function linkTo(owner: SignedIn, recording: string, wishes = {}): Promise<Share> {
  const answer = await owner.call("POST", `/recordings/${recording}/shares`, wishes);
  if (answer.status !== 201) throw new Error(`no link: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export const through = (link: { share_token: string }, unlock?: string) => ({
  "X-Share-Token": link.share_token,
  ...(unlock && { "X-Share-Unlock": unlock }),
});
