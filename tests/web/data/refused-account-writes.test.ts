// @vitest-environment happy-dom
import { describe } from "vitest";
import {
  changePassword,
  deleteMyAccount,
  downloadArchive,
  setPassword,
  signOutDevice,
} from "#web/data/account.ts";
import {
  changeRole,
  changeSuspension,
  confirmEmail,
  deleteAccountOf,
  endAllSessions,
  endSession,
  givePlan,
} from "#web/data/admin-users.ts";
import { deleteVideo, deleteVideos } from "#web/data/admin-videos.ts";
import { exportReport } from "#web/data/analytics.ts";
import { exportAudit } from "#web/data/audit.ts";
import { disconnectDrive } from "#web/data/drive.ts";
import { changeFolder, createFolder } from "#web/data/folders.ts";
import { readNotices } from "#web/data/notices.ts";
import { changeSecondFactor } from "#web/data/second-factor.ts";
import { checkStorage, discardJob, downloadSpeechModel, retryJob } from "#web/data/server.ts";
import { changeServerSettings, invite, withdrawInvitation } from "#web/data/server-settings.ts";
import { changeSubscription, manageBilling } from "#web/data/subscriptions.ts";
import { EVERYTHING, itIsRefused, itIsSaidAtItsField } from "./refused-write.ts";

const none = () => {};
const never = async () => {};

function form(values: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe("of an account, a refused", () => {
  const passwords = { current_password: "old secret", new_password: "new secret of mine" };
  const itself = "/api/user/second-factor";
  const factor = "second factor";
  const unsaid = "That did not work. Please try again.";
  const change = (kind: "totp-on" | "totp-off" | "codes" | "passkey-on") =>
    changeSecondFactor({ kind }, none);
  const secret = form({ password: "secret" });
  const asJson = '{"password":"secret"}';
  itIsRefused([
    [signOutDevice, "d", "DELETE /api/user/sessions/d", "devices", "Failed to sign out the device"],
    [
      setPassword,
      form({ password: "new secret of mine" }),
      'POST /api/user/set-password {"password":"new secret of mine"}',
      "devices",
      "Failed to set password",
    ],
    [
      changePassword(none),
      form(passwords),
      `POST /api/user/change-password ${JSON.stringify(passwords)}`,
      "devices",
      "Failed to change password",
    ],
    [downloadArchive(), undefined, "POST /api/user/takeout", "", "Failed to prepare the download"],
    [
      deleteMyAccount,
      { password: "p" },
      'POST /api/user/delete {"password":"p"}',
      "",
      "Failed to delete the account",
    ],
    [change("totp-on"), secret, `POST ${itself}/totp ${asJson}`, factor, unsaid],
    [
      change("totp-on"),
      form({ code: "123456" }),
      `PUT ${itself}/totp {"code":"123456"}`,
      factor,
      unsaid,
    ],
    [change("totp-off"), secret, `DELETE ${itself}/totp ${asJson}`, factor, unsaid],
    [change("codes"), secret, `POST ${itself}/recovery-codes ${asJson}`, factor, unsaid],
    [
      change("passkey-on"),
      form({ name: "Key", password: "secret" }),
      `POST ${itself}/passkeys ${asJson}`,
      factor,
      unsaid,
    ],
    [
      changeSecondFactor({ kind: "totp-on" }, none),
      form({ code: "" }),
      `PUT ${itself}/totp {"code":""}`,
      factor,
      unsaid,
    ],
    [
      changeSecondFactor({ kind: "passkey-off", id: "k", name: "Key" }, none),
      secret,
      `DELETE ${itself}/passkeys/k ${asJson}`,
      factor,
      unsaid,
    ],
    [
      disconnectDrive,
      undefined,
      "POST /api/google-drive/disconnect",
      EVERYTHING.join(", "),
      "Failed to disconnect Google Drive",
      "ours",
    ],
    // Nobody has asked for this write.
    [
      readNotices,
      { notices: [], unread_count: 0, has_more: false },
      'POST /api/notices/read {"ids":[]}',
      "",
    ],
  ]);
});

describe("of a plan, a refused", () => {
  const plan = "subscription, storage";
  const change = changeSubscription(none);
  const to = "/api/subscriptions";
  const subscribe = (price_usd: number) => ({ do: "subscribe", plan: { id: "p", price_usd } });
  const again = "Please try again.";
  itIsRefused([
    [
      change,
      subscribe(0),
      `POST ${to}/subscribe {"plan_id":"p","storage_type":"google_drive"}`,
      plan,
      `Failed to update subscription. ${again}`,
    ],
    [
      change,
      subscribe(1),
      `POST ${to}/subscribe {"plan_id":"p","storage_type":"s3"}`,
      plan,
      `Failed to update subscription. ${again}`,
    ],
    [
      change,
      { do: "cancel" },
      `POST ${to}/cancel`,
      plan,
      `Failed to cancel subscription. ${again}`,
    ],
    [
      change,
      { do: "enable" },
      `POST ${to}/subtitle-addon/enable`,
      plan,
      `Failed to enable subtitle add-on. ${again}`,
    ],
    [
      change,
      { do: "disable" },
      `POST ${to}/subtitle-addon/disable`,
      plan,
      `Failed to disable subtitle add-on. ${again}`,
    ],
    [
      manageBilling,
      undefined,
      `POST ${to}/portal`,
      "",
      `Billing cannot be opened just now. ${again}`,
    ],
  ]);
});

describe("of an admin, a refused", () => {
  const user = "/api/admin/users/u";
  itIsRefused([
    [
      changeRole("u"),
      "admin",
      `PUT ${user}/role {"role":"admin"}`,
      "admin",
      "Failed to update user role",
    ],
    [
      confirmEmail("u"),
      undefined,
      `PUT ${user}/confirm-email`,
      "admin",
      "Failed to confirm the email address",
    ],
    [
      changeSuspension("u"),
      true,
      `PUT ${user}/suspend {"suspended":true}`,
      "admin",
      "Failed to update user status",
    ],
    [
      givePlan("u", none),
      { plan_id: "p" },
      `PUT ${user}/plan {"plan_id":"p"}`,
      "admin",
      "Failed to change the plan",
    ],
    [endSession("u"), "d", `DELETE ${user}/sessions/d`, "admin", "Failed to sign out the device"],
    [endAllSessions("u"), undefined, `DELETE ${user}/sessions`, "admin", "Failed to sign them out"],
    [
      deleteAccountOf("u", never),
      "a@b.c",
      `POST ${user}/delete {"email":"a@b.c"}`,
      "admin",
      "Failed to delete the account",
    ],
    [deleteVideo("v"), undefined, "DELETE /api/admin/videos/v", "admin", "Failed to delete video"],
    [
      deleteVideos(none),
      ["v", "w"],
      'POST /api/admin/videos/delete {"ids":["v","w"]}',
      "admin",
      "Failed to delete videos",
    ],
    [
      exportReport,
      { type: "users", period: "30days" },
      "GET /api/admin/reports/export/users?period=30days&format=csv",
      "",
      "Failed to export report",
      "ours",
    ],
    [
      exportAudit({ search: "login" }),
      undefined,
      "GET /api/admin/reports/export/audit?search=login",
      "admin",
      "Failed to export report",
    ],
  ]);
});

describe("of the server, a refused", () => {
  const jobs = "/api/admin/jobs/j";
  itIsRefused([
    [
      checkStorage,
      undefined,
      "POST /api/admin/server/storage-check",
      "server",
      "Failed to start the check",
    ],
    [
      downloadSpeechModel,
      "base",
      "POST /api/admin/server/speech-models/base/download",
      "server",
      "Failed to start the download",
    ],
    [retryJob, "j", `POST ${jobs}/retry`, "server", "Failed to retry the job"],
    [discardJob, "j", `DELETE ${jobs}`, "server", "Failed to discard the job"],
    [
      changeServerSettings,
      { sign_up: "open" },
      'PATCH /api/admin/settings {"sign_up":"open"}',
      "settings",
      "Failed to save the settings",
    ],
    [
      invite(none),
      { email: "a@b.c" },
      'POST /api/admin/invitations {"email":"a@b.c"}',
      "invitations",
      "Failed to invite",
    ],
    [
      withdrawInvitation,
      "i",
      "DELETE /api/admin/invitations/i",
      "invitations",
      "Failed to withdraw the invitation",
    ],
  ]);
});

describe("an objection to a field of a form", () => {
  itIsSaidAtItsField([
    [givePlan("u", none), { plan_id: "p" }, 'PUT /api/admin/users/u/plan {"plan_id":"p"}'],
    [invite(none), { email: "a" }, 'POST /api/admin/invitations {"email":"a"}'],
    [createFolder, { name: "" }, 'POST /api/folders {"name":""}'],
    [changeFolder, { id: "f", name: "" }, 'PATCH /api/folders/f {"name":""}'],
  ]);
});
