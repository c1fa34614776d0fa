import type { Db } from "#api/platform/database.ts";

/** Where the server can write letters, nothing less shows whose an address is; policies read this. */
export const requireProof = (service: Db, canSendMail: boolean) =>
  service`update private.settings set verify_emails = ${canSendMail}`;
