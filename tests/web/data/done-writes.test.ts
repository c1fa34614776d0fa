// @vitest-environment happy-dom
import { describe } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { signOutDevice } from "#web/data/account.ts";
import { changeRole, changeSuspension, confirmEmail, endSession } from "#web/data/admin-users.ts";
import { deleteVideos } from "#web/data/admin-videos.ts";
import { saveEdit } from "#web/data/edits.ts";
import { changeFolder, createFolder, deleteFolder } from "#web/data/folders.ts";
import { claimGuest, guestBan } from "#web/data/guests.ts";
import { moveAllRecordings } from "#web/data/moves.ts";
import { checkStorage, discardJob, retryJob } from "#web/data/server.ts";
import { withdrawInvitation } from "#web/data/server-settings.ts";
import { hideSharedWithMe } from "#web/data/shared-with-me.ts";
import {
  deleteForGood,
  deleteRecordings,
  emptyTrash,
  moveRecordings,
  restoreRecordings,
} from "#web/data/trash.ts";
import { ID, itIsDone, linked, scope } from "./refused-write.ts";

const done = { success: true };
const all = "recordings, recording, moves";
const none = () => {};
const other = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a03";

describe("of recordings, what is done", () => {
  const batch = (body: object) => `POST /api/recordings/batch ${JSON.stringify(body)}`;
  const both = { done: [ID, other], refused: [] };
  const one = { done: [ID], refused: [] };
  const moved = { act: "move", folder_id: null };
  itIsDone([
    [
      deleteRecordings,
      { ids: [ID] },
      batch({ ids: [ID], act: "trash" }),
      one,
      all,
      "Recording moved to the trash",
    ],
    [
      deleteRecordings,
      { ids: [ID], isFinal: true },
      batch({ ids: [ID], act: "trash" }),
      one,
      all,
      "Recording deleted",
    ],
    [restoreRecordings, [ID], batch({ ids: [ID], act: "restore" }), one, all, "Recording restored"],
    [
      restoreRecordings,
      [ID, other],
      batch({ ids: [ID, other], act: "restore" }),
      both,
      all,
      "2 recordings restored",
    ],
    [
      moveRecordings,
      { ids: [ID], folder: null },
      batch({ ids: [ID], ...moved }),
      one,
      all,
      "1 recording moved",
    ],
    [
      deleteForGood,
      ID,
      `DELETE /api/trash/${ID}`,
      done,
      `${all}, subscription, storage`,
      "Recording deleted for good",
    ],
    [
      emptyTrash,
      undefined,
      "DELETE /api/trash",
      done,
      `${all}, subscription, storage`,
      "The trash is empty",
    ],
    [hideSharedWithMe, ID, `DELETE /api/shared-with-me/${ID}`, done, "", "Recording hidden"],
  ]);
});

describe("of folders and moves, what is done", () => {
  const folder = { id: other, name: "Talks", parent_id: null, recordings: 0 };
  const made = { ...folder, created_at: "2026-11-20T18:00:00Z" };
  const at = `/api/folders/${other}`;
  const moves = { storage_type: "s3", moved: 0, percent: 0, failed: 0, places: [] };
  const call = 'POST /api/recordings/move-all {"storage_type":"s3"}';
  itIsDone([
    [
      createFolder,
      { name: "Talks" },
      'POST /api/folders {"name":"Talks"}',
      made,
      all,
      "Folder created",
    ],
    [changeFolder, { id: other, name: "Talks" }, `PATCH ${at} {"name":"Talks"}`, made, all],
    [deleteFolder(other, none), "up", `DELETE ${at}?videos=up`, done, all, "Folder deleted"],
    [
      deleteFolder(other, none),
      "trash",
      `DELETE ${at}?videos=trash`,
      done,
      all,
      "Folder deleted, its recordings are in the trash",
    ],
    [
      moveAllRecordings,
      "s3",
      call,
      { ...moves, total: 0 },
      all,
      "All recordings are there already",
    ],
    [moveAllRecordings, "s3", call, { ...moves, total: 2 }, all],
  ]);
});

describe("of people, what is done", () => {
  const key = { guest_token: "g", name: "Eve" };
  const claim = claimGuest({ shareToken: "link", recordingId: ID });
  const users = `/api/admin/users/${ada.id}`;
  const ban = `POST /api/recordings/${ID}/guests/g/ban`;
  itIsDone([
    [
      claim,
      key,
      'POST /api/guests/claim {"guest_token":"g"}',
      { comments: 1 },
      "linked comments",
      "1 comment moved to your account",
    ],
    [guestBan(linked), { guestId: "g", isBanned: true }, ban, done, "linked comments"],
    [guestBan(scope), { guestId: "g", isBanned: true }, ban, done, "comments, reactions, marks"],
    [signOutDevice, "s", "DELETE /api/user/sessions/s", done, "devices", "Device signed out"],
    [
      changeRole(ada.id),
      "admin",
      `PUT ${users}/role {"role":"admin"}`,
      { ...ada, role: "admin" },
      "admin",
      "Role updated successfully to admin",
    ],
    [
      changeSuspension(ada.id),
      true,
      `PUT ${users}/suspend {"suspended":true}`,
      { ...ada, suspended: true },
      "admin",
      "User suspended successfully",
    ],
    [
      changeSuspension(ada.id),
      false,
      `PUT ${users}/suspend {"suspended":false}`,
      ada,
      "admin",
      "User activated successfully",
    ],
    [
      confirmEmail(ada.id),
      undefined,
      `PUT ${users}/confirm-email`,
      ada,
      "admin",
      "ada@example.com is confirmed",
    ],
    [endSession(ada.id), "s", `DELETE ${users}/sessions/s`, done, "admin", "Device signed out"],
    [
      withdrawInvitation,
      "i",
      "DELETE /api/admin/invitations/i",
      done,
      "invitations",
      "Invitation withdrawn",
    ],
  ]);
});

describe("of the server, what is done", () => {
  const ids = { ids: [ID, other] };
  const call = `POST /api/admin/videos/delete ${JSON.stringify(ids)}`;
  const failed = [{ id: other, error: "It is being moved" }];
  itIsDone([
    [
      checkStorage,
      undefined,
      "POST /api/admin/server/storage-check",
      done,
      "server",
      "The storage is being checked",
    ],
    [retryJob, "j", "POST /api/admin/jobs/j/retry", done, "server", "The job is tried again"],
    [discardJob, "j", "DELETE /api/admin/jobs/j", done, "server", "The job is discarded"],
    [deleteVideos(none), ids.ids, call, { deleted: [ID], failed }, "admin", "1 video deleted"],
    [deleteVideos(none), ids.ids, call, { deleted: [], failed }, "admin"],
  ]);
});

describe("of a cut, what is saved", () => {
  const wish = { version: 1, kept: [{ start: 0, end: 1 }] };
  const put = `PUT /api/recordings/${ID}/edit ${JSON.stringify(wish)}`;
  const edit = {
    ...{ version: 2, kept: wish.kept, progress: null, error: null, contact_sheet: null },
    ...{
      original_duration: 2,
      duration: 2,
      original_available: true,
      hides: false,
      waits_for_owner: false,
    },
  };
  const made = { ...edit, status: "rendering" };
  const restored = { ...edit, status: "none" };
  itIsDone([
    [saveEdit(scope), wish, put, made, "edit", "Saved. The new film is being made."],
    [saveEdit(scope), wish, put, restored, "edit", "The original is shown again"],
  ]);
});
