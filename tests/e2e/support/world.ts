import type { Comment } from "#contract/discussion.ts";
import type { Recording } from "#contract/recordings.ts";
import type { Share } from "#contract/shares.ts";
import { videoPath } from "#tests/support/videos.ts";
import {
  newComment,
  newReaction,
  newRecording,
  newShare,
  newSubtitle,
  newThumbnail,
} from "./belongings.ts";
import { newDetails, type Person, register } from "./people.ts";
import { makeRoughLibrary, type RoughLibrary } from "./rough-library.ts";

/** A server with some life on it: what the screens look like when people use them. */
export interface World {
  /** Has an account and nothing else. */
  newcomer: Person;
  /** Has recordings, links and comments. */
  owner: Person;
  superAdmin: Person;
  recording: Recording;
  publicLink: Share;
  lockedLink: Share;
  passingLink: Share;
  editLink: Share;
  /** Somebody for whom little goes as planned. */
  rough: RoughLibrary;
}

export interface Film {
  title: string;
  video: Blob;
  thumbnail?: Blob;
}

const oneFilm: Film[] = [
  { title: "How the new export works", video: Bun.file(videoPath("recorded.webm")) },
];

/** The last film is the one that is shared and talked about. */
export async function makeWorld(superAdmin: Person, films = oneFilm): Promise<World> {
  const [newcomer, owner, colleague] = await Promise.all(
    ["Edith Clarke", "Grace Hopper", "Annie Easley"].map((username) => {
      const email = `${username.toLowerCase().replace(" ", ".")}@example.com`;
      return register(superAdmin.origin, { ...newDetails(), username, email });
    }),
  );
  if (!newcomer || !owner || !colleague) throw new Error("three people were asked for");
  const making = makeRoughLibrary(superAdmin.origin, colleague);
  const recordings: Recording[] = [];
  for (const { title, video, thumbnail } of films) {
    const recording = await newRecording(owner, title, video);
    if (thumbnail) await newThumbnail(owner, recording, thumbnail);
    recordings.push(recording);
  }
  const recording = recordings.at(-1);
  if (!recording) throw new Error("a world needs a film");
  const publicLink = await newShare(owner, recording, { label: "For the team" });
  const lockedLink = await newShare(owner, recording, {
    label: "For the client",
    password: "open sesame",
  });
  const passingLink = await newShare(owner, recording, {
    label: "Until tomorrow",
    expires_in_hours: 24,
  });
  const editLink = await newShare(owner, recording, {
    label: "For the editors",
    permission_type: "edit",
  });
  await newSubtitle(owner, recording, "en", spoken);
  await newReaction(owner, recording, "🎉");
  await discuss(owner, colleague, recording, publicLink);
  const rough = await making;
  return {
    ...{ newcomer, owner, superAdmin, recording, rough },
    ...{ publicLink, lockedLink, passingLink, editLink },
  };
}

const spoken = `WEBVTT

00:00.200 --> 00:01.600
This is the new export.

00:01.600 --> 00:02.900
You choose the columns once,
and the order is kept.

00:02.900 --> 00:03.800
That is all there is to it.
`;

async function discuss(owner: Person, colleague: Person, recording: Recording, link: Share) {
  const through = link.share_token;
  const question: Comment = await newComment(
    colleague,
    recording,
    "Does this keep the column order when I export twice?",
    { at_seconds: 1 },
    through,
  );
  await newComment(owner, recording, "It does. The order is saved with the view.", {
    parent_comment_id: question.id,
  });
  await newComment(
    colleague,
    recording,
    "Lovely. Sending this to support.",
    { at_seconds: 3 },
    through,
  );
}
