// @vitest-environment happy-dom
import { describe } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import { setChapters, suggestChapters } from "#web/data/chapters.ts";
import {
  commentDeletion,
  commentEdit,
  commentReactionToggle,
  newComment,
  reactionToggle,
} from "#web/data/discussion.ts";
import { removeOriginal, restoreOriginal, saveEdit, savePart } from "#web/data/edits.ts";
import { guestBan } from "#web/data/guests.ts";
import { cancelMove, cancelMoves, moveAllRecordings, moveRecording } from "#web/data/moves.ts";
import { lookAgain, renameRecording } from "#web/data/recordings.ts";
import {
  askForProof,
  askOwner,
  bringProof,
  changeShare,
  findPublicShare,
  renameShared,
  revokeShare,
  unlockShare,
} from "#web/data/shares.ts";
import {
  deleteSubtitle,
  editSubtitle,
  generateSubtitle,
  retrySubtitle,
  translateSubtitle,
  uploadSubtitle,
} from "#web/data/subtitles.ts";
import { deleteRecordings } from "#web/data/trash.ts";
import { ID, itIsRefused, linked, scope } from "./refused-write.ts";

const at = `/api/recordings/${ID}`;
const none = () => {};

describe("of a recording, a refused", () => {
  const all = "recordings, recording, moves";
  const trashed = `POST /api/recordings/batch {"ids":["${ID}"],"act":"trash"}`;
  itIsRefused([
    [renameRecording(ID), "New", `PUT ${at} {"filename":"New"}`, all, "Failed to update title"],
    [lookAgain(ID), undefined, `GET ${at}/stream`, all, "It is still not there."],
    [deleteRecordings, { ids: [ID] }, trashed, all, "Failed to delete recording"],
    [
      moveRecording(ID),
      "s3",
      `POST ${at}/move {"storage_type":"s3"}`,
      all,
      "Failed to move recording",
    ],
    [cancelMove(ID), undefined, `DELETE ${at}/move`, all, "Failed to cancel the move"],
    [
      moveAllRecordings,
      "google_drive",
      'POST /api/recordings/move-all {"storage_type":"google_drive"}',
      all,
      "Failed to move recordings",
    ],
    [cancelMoves, undefined, "DELETE /api/recordings/move-all", all, "Failed to cancel the moves"],
    [
      setChapters(scope),
      [],
      `PUT ${at}/chapters {"chapters":[]}`,
      "chapters",
      "Failed to save chapters",
    ],
    [
      setChapters(linked),
      [],
      `PUT ${at}/chapters {"chapters":[]} by link`,
      "",
      "Failed to save chapters",
    ],
    [
      suggestChapters(scope),
      undefined,
      `POST ${at}/suggestions`,
      "",
      "Failed to suggest a title and chapters",
    ],
  ]);
});

describe("in a discussion, a refused", () => {
  const talk = "comments, reactions, marks";
  const words = { content: "Hi", parent_comment_id: null, at_seconds: 3 };
  const comment = { ...words, mentions: [] as Comment["mentions"] } as Comment; // as it is written
  const written = '{"content":"Hi","parent_comment_id":null,"at_seconds":3}';
  const fire = encodeURIComponent("🔥");
  const reaction = { id: "c", emoji: "🔥", at: 3 } as const;
  itIsRefused([
    [
      newComment(scope),
      { comment, onFailed: none },
      `POST ${at}/comments ${written}`,
      talk,
      "Failed to add comment",
      "ours",
    ],
    [
      newComment(scope),
      { comment: { ...comment, mentions: [{ user_id: "u", name: "Eve" }] }, onFailed: none },
      `POST ${at}/comments ${written.replace("}", ',"mentions":["u"]}')}`,
      talk,
      "Failed to add comment",
      "ours",
    ],
    [
      newComment(linked),
      { comment, onFailed: none },
      `POST ${at}/comments ${written} by link`,
      "linked comments",
      "Failed to add comment",
      "ours",
    ],
    [
      commentEdit(scope),
      { id: "c", content: "Ho" },
      `PUT ${at}/comments/c {"content":"Ho"}`,
      talk,
      "Failed to update comment",
      "ours",
    ],
    [
      commentDeletion(scope),
      { id: "c" },
      `DELETE ${at}/comments/c`,
      talk,
      "Failed to delete comment",
      "ours",
    ],
    [
      reactionToggle(scope),
      { ...reaction, had: false },
      `POST ${at}/reactions {"emoji":"🔥","at_seconds":3}`,
      talk,
      "Failed to update reaction",
      "ours",
    ],
    [
      reactionToggle(scope),
      { ...reaction, had: true },
      `DELETE ${at}/reactions/${fire}`,
      talk,
      "Failed to update reaction",
      "ours",
    ],
    [
      commentReactionToggle(scope),
      { ...reaction, had: false },
      'POST /api/comments/c/reactions {"emoji":"🔥"}',
      talk,
      "Failed to update reaction",
      "ours",
    ],
    [
      commentReactionToggle(linked),
      { ...reaction, had: true },
      `DELETE /api/comments/c/reactions/${fire} by link`,
      "linked comments",
      "Failed to update reaction",
      "ours",
    ],
  ]);
});

describe("of a guest, a refused", () => {
  const talk = "comments, reactions, marks";
  const words = "Failed to change what this guest may do";
  const ban = `${at}/guests/g/ban`;
  itIsRefused([
    [guestBan(scope), { guestId: "g", isBanned: true }, `POST ${ban}`, talk, words],
    [guestBan(scope), { guestId: "g", isBanned: false }, `DELETE ${ban}`, talk, words],
  ]);
});

describe("of a cut, a refused", () => {
  const edit = `${at}/edit`;
  const cut = { version: 3, kept: [{ start: 0, end: 1 }] };
  const sent = JSON.stringify(cut);
  const part = { start: 1, end: 2, title: "Part" };
  const lost = "The original could not be restored";
  itIsRefused([
    [saveEdit(scope), cut, `PUT ${edit} ${sent}`, "edit", "The cut could not be saved"],
    [
      saveEdit(linked),
      cut,
      `PUT ${edit} ${sent} by link`,
      "linked edit",
      "The cut could not be saved",
    ],
    [restoreOriginal(scope), undefined, `DELETE ${edit}`, "edit", lost],
    [
      removeOriginal(scope),
      undefined,
      `DELETE ${at}/original`,
      "edit",
      "The original could not be removed",
    ],
    [
      savePart(scope, none),
      part,
      `POST ${at}/parts ${JSON.stringify(part)}`,
      "recordings, recording, moves",
      "The part could not be saved",
    ],
  ]);
});

describe("of a link, a refused", () => {
  const share = shareWith({ id: "s", recording_id: ID });
  const one = `${at}/shares/s`;
  const shared = "/api/shared/link";
  itIsRefused([
    [
      changeShare(share, none),
      { label: "New" },
      `PATCH ${one} {"label":"New"}`,
      "",
      "Failed to change share link",
    ],
    [
      revokeShare(share),
      undefined,
      `DELETE ${one}`,
      "shares",
      "Failed to revoke share link",
      "ours",
    ],
    [
      findPublicShare,
      { recordingId: ID, known: undefined },
      `GET ${at}/shares`,
      "shares",
      "Failed to create share link",
    ],
    [unlockShare("link"), "secret", `POST ${shared}/unlock {"password":"secret"}`, ""],
    [askForProof("link"), undefined, `POST ${shared}/proof`, ""],
    [askOwner("link"), undefined, `POST ${shared}/ask`, ""],
    [bringProof("link", "t"), undefined, `PUT ${shared}/proof {"token":"t"}`, ""],
    [
      renameShared({ recordingId: ID, shareToken: "link" }),
      "New",
      `PUT ${at} {"filename":"New"} by link`,
      "shared",
      "Failed to update title",
      "ours",
    ],
  ]);
});

describe("of subtitles, a refused", () => {
  const all = "subtitles, subtitle";
  const of = `${at}/subtitles`;
  itIsRefused([
    [
      generateSubtitle(scope, none),
      { language: "en" },
      `POST ${of} {"language":"en"}`,
      all,
      "Failed to generate subtitle",
    ],
    [retrySubtitle(scope), "s", `POST ${of}/s/retry`, all, "Failed to generate subtitle"],
    [
      translateSubtitle(scope, none),
      { id: "s", language: "de" },
      `POST ${of}/s/translate {"language":"de"}`,
      all,
      "Failed to translate subtitle",
    ],
    [
      uploadSubtitle(scope, none),
      { file: new File(["1"], "lines.srt") },
      `POST ${of}/upload {"content":"1"}`,
      all,
      "Failed to upload subtitle",
    ],
    [deleteSubtitle(scope), "s", `DELETE ${of}/s`, all, "Failed to delete subtitle"],
    // The editor asks what is to be done where somebody else was faster, and not a second time.
    [
      editSubtitle(scope),
      { id: "s", cues: [], version: 2 },
      `PUT ${of}/s {"cues":[],"version":2}`,
      "",
      "Failed to update subtitle",
      "unless theirs",
    ],
    [
      editSubtitle(linked),
      { id: "s", cues: [] },
      `PUT ${of}/s {"cues":[]} by link`,
      "",
      "Failed to update subtitle",
    ],
  ]);
});
