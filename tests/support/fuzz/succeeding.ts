/** The parts of a request that its schema alone does not tell, by the id of the operation. */
interface Succeeding {
  /** An object is sent as JSON, a text as it is. */
  body?: unknown;
  query?: [name: string, value: string][];
  headers?: Record<string, string>;
  asker?: "guest" | "admin";
}

export const succeeding: Record<string, Succeeding> = {
  signIn: { body: { email: "{email}", password: "{password}" } },
  signInWithGoogle: { body: { token: "{googleToken}" } },
  resetPassword: { body: { token: "{reset}", password: "another long one" } },
  changePassword: { body: { current_password: "{password}", new_password: "another long one" } },
  deleteMyAccount: { body: { email: "{email}", password: "{password}" } },
  deleteAccountOf: { body: { email: "{userEmail}" } },
  downloadTakeout: { query: [["ticket", "{ticket}"]] },
  setContactSheet: {
    query: [
      ["tiles", "3"],
      ["seconds_each", "2"],
      ["tile_width", "160"],
      ["tile_height", "90"],
    ],
  },
  createUpload: {
    headers: {
      "Upload-Length": "1000000", // more than comes with it
      "Upload-Metadata": "filename YS53ZWJt,filetype dmlkZW8vd2VibQ==,kind cmVjb3JkaW5n",
    },
  },
  createShare: { body: { is_public: true, permission_type: "view" } },
  changeShare: { body: { label: "For Ada" } },
  nameGuest: { body: { name: "Gerda" } },
  countWatched: {
    body: { view_id: "4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2d10", n: 1, ranges: [[0, 1]] },
  },
  claimGuest: { body: { guest_token: "{guest}" } },
  unlockShare: { body: { password: "{password}" } },
  askForProof: { asker: "guest" },
  askOwner: { asker: "guest" },
  hideSharedWithMe: { asker: "guest" },
  beginTotp: { body: { password: "{password}" } },
  confirmTotp: { body: { code: "{code}" } },
  removeTotp: { body: { password: "{password}" } },
  renewCodes: { body: { password: "{password}" } },
  beginPasskey: { body: { password: "{password}" } },
  removePasskey: { body: { password: "{password}" } },
  passWithCode: { body: { ticket: "{ticket}", code: "{recovery}" } },
  proveEmail: { body: { token: "{proof}" } },
  getOEmbed: { query: [["url", "{address}"]] },
  actOnRecordings: { body: { ids: ["{trash}"], act: "restore" } },
  createFolderShare: { body: { label: "For Ada" } },
  changeFolderShare: { body: { label: "For Ada" } },
  orderFolder: { body: { ids: [] } },
  addComment: { body: { content: "Look" } },
  createFolder: { body: { name: "Talks" } },
  changeFolder: { body: { name: "Walks" } },
  sendPassages: { query: [["version", "1"]] },
  saveEdit: { body: { version: 1, kept: [{ start: 1, end: 2 }] } },
  moveRecording: { body: { storage_type: "google_drive" } },
  moveAll: { body: { storage_type: "google_drive" } },
  givePlan: { body: { plan_id: "{plan}", until: "2099-01-01T00:00:00Z" } },
  generateSubtitle: { body: { language: "de" } },
  uploadSubtitle: { body: { content: "1\n00:00:00,000 --> 00:00:01,000\nHello\n" } },
  editSubtitle: { body: { cues: [{ start: 0, end: 1, text: "Hi" }] } },
  translateSubtitle: { body: { language: "fr" } },
  setChapters: { body: { chapters: [{ at_seconds: 0, title: "Beginning" }] } },
  savePart: { body: { start: 0, end: 1 } },
  connectDrive: { body: { code: "{code}", state: "{state}" } },
  receiveStripeEvent: { body: "{event}", headers: { "Stripe-Signature": "{signature}" } },
  changeServerSettings: { body: { announcement: "Hello" } },
  invite: { body: { days: 3 } },
};

/** After a success of these the world is made anew, so that the next request finds it whole; so after every DELETE. */
export const consuming: ReadonlySet<string> = new Set([
  "resetPassword",
  "changePassword",
  "setPassword",
  "signOut",
  "deleteMyAccount",
  "deleteAccountOf",
  "deleteVideos",
  "changeSuspension",
  "changeServerSettings",
  "connectDrive",
  "disconnectDrive",
  "downloadTakeout",
  "proveEmail",
  "retrySubtitle",
  "retryJob",
  "beginTotp",
  "confirmTotp",
  "passWithCode",
  "moveRecording",
  "saveEdit",
  "sendPassages",
  "moveAll",
  "actOnRecordings",
  "restoreRecording",
  "claimGuest",
]);

/** Calls that nothing here can make succeed, each with its reason. */
export const neverSucceeds: Record<string, string> = {
  downloadSpeechModel: "this server transcribes by a service",
  addPasskey: "it needs the key of a device",
  passWithPasskey: "it needs the key of a device",
};
