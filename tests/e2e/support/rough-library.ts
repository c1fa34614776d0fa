import { Done } from "#contract/common.ts";
import type { Recording } from "#contract/recordings.ts";
import type { Share } from "#contract/shares.ts";
import { videoPath } from "#tests/support/videos.ts";
import { call, newComment, newShare, sendRecording, untilReady } from "./belongings.ts";
import { haveRecorder, haveUpload } from "./library-page.ts";
import { newDetails, type Person, register } from "./people.ts";

/** Names that fit nowhere, recordings that did not work out, and a discussion that went on for long. */
export interface RoughLibrary {
  owner: Person;
  failed: Recording;
  /** Has a title from right to left, a long discussion and a link. */
  discussed: Recording;
  link: Share;
}

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const arabic = "كيف يعمل التصدير الجديد: نظرة سريعة 🎬";

const sayings = [
  "Looks good.",
  `One long word, which no line can hold: ${longWord}${longWord}.`,
  "هل يمكن تصدير هذا إلى CSV؟ النسخة السابقة لم تفعل ذلك.",
  "👩‍👩‍👧‍👦🏳️‍🌈🎉🔥",
  "https://example.com/a/very/long/address/that/somebody/pasted?with=parameters&and=more&until=it-ends",
  "First line.\n\nThird line, after an empty one.\n    Indented, like code.",
];

export async function makeRoughLibrary(origin: string, friend: Person): Promise<RoughLibrary> {
  const owner = await register(origin, {
    ...newDetails(),
    username: "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Sr.",
    email: "hubert.blaine.wolfeschlegelsteinhausenbergerdorff@department.example.com",
  });
  await call(owner, "POST", "/activity/ping", Done); // administrators see who is here
  const recorded = Bun.file(videoPath("recorded.webm"));
  const broken = await sendRecording(owner, "Cut off by a dead battery", await brokenVideo());
  const long = await sendRecording(owner, longWord, recorded);
  const sent = await sendRecording(owner, arabic, recorded);
  await haveUpload(owner, "Interview with the whole team, unabridged, second attempt, final.webm");
  await haveRecorder(owner);
  const [failed, , discussed] = await Promise.all([
    untilReady(owner, broken.id),
    untilReady(owner, long.id),
    untilReady(owner, sent.id),
  ]);
  const link = await newShare(owner, discussed, { label: `For ${longWord}`, expires_in_hours: 24 });
  await discussAtLength(owner, friend, discussed, link);
  return { owner, failed, discussed, link };
}

/** Begins like every WebM file; nothing can be made of the rest. */
async function brokenVideo(): Promise<Blob> {
  const whole = await Bun.file(videoPath("recorded.webm")).arrayBuffer();
  return new Blob([whole.slice(0, 300), new Uint8Array(4000).fill(255)]);
}

async function discussAtLength(owner: Person, friend: Person, recording: Recording, link: Share) {
  const through = link.share_token;
  for (let round = 0; round < 4; round++) {
    for (const [index, saying] of sayings.entries()) {
      const moment = index % 2 === 0 ? { at_seconds: (round + index) % 4 } : {};
      const { id } = await newComment(friend, recording, saying, moment, through);
      if (index % 3 === 0)
        await newComment(owner, recording, `Thank you. ${saying}`, { parent_comment_id: id });
    }
  }
}
