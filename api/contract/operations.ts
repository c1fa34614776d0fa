import { accountOperations } from "./account.ts";
import { adminOperations } from "./admin.ts";
import { authOperations } from "./auth.ts";
import type { Operation } from "./common.ts";
import { configOperations } from "./config.ts";
import { discussionOperations } from "./discussion.ts";
import { noticeOperations } from "./notices.ts";
import { recordingOperations } from "./recordings.ts";
import { shareOperations } from "./shares.ts";
import { subscriptionOperations } from "./subscriptions.ts";
import { uploadOperations } from "./uploads.ts";

/** Every call the API answers. A served route that is missing here fails a test. */
export const operations: readonly Operation[] = [
  ...configOperations,
  ...authOperations,
  ...accountOperations,
  ...recordingOperations,
  ...uploadOperations,
  ...shareOperations,
  ...discussionOperations,
  ...noticeOperations,
  ...subscriptionOperations,
  ...adminOperations,
];
