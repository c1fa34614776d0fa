import type { Share } from "#contract/shares.ts";
import type { SignedIn } from "./app.ts";

/** A link to a recording, made as its owner makes one. */
export async function linkTo(owner: SignedIn, recording: string, wishes = {}): Promise<Share> {
  const answer = await owner.call("POST", `/recordings/${recording}/shares`, wishes);
  if (answer.status !== 201) throw new Error(`no link: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export const through = (link: { share_token: string }, unlock?: string) => ({
  "X-Share-Token": link.share_token,
  ...(unlock && { "X-Share-Unlock": unlock }),
});
