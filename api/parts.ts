import type { Hono } from "hono";
import type { CloseAccount } from "./access/account.ts";
import type { Guards } from "./access/guards.ts";
import type { Serve } from "./access/serve.ts";
import type { Ahead } from "./http/ahead.ts";
import type { AppEnv, Base } from "./http/context.ts";
import type { TakeToken } from "./http/limits/rate-limit.ts";
import type { Metrics } from "./http/metrics.ts";
import type { LiveTakes } from "./media/live/live-takes.ts";
import type { Drive } from "./platform/drive/open.ts";
import type { Jobs } from "./platform/jobs/queue.ts";
import type { Platform } from "./platform/open.ts";
import type { Chat } from "./services/chat.ts";
import type { VerifyGoogleToken } from "./services/google.ts";
import type { SendMail } from "./services/mail.ts";
import type { Payments } from "./services/stripe.ts";
import type { SubtitleOffer } from "./services/subtitle-offer.ts";
import type { ModelShelf } from "./services/transcription/transcription.ts";

/** The services and settings that the application is given. */
export interface Deps extends Base {
  guards: Guards;
  metrics: Metrics;
  takeToken: TakeToken;
  verifyGoogleToken: VerifyGoogleToken;
  jobs: Pick<Jobs, "send">;
  sendMail: SendMail;
  payments: Payments | null;
  /** Null where the operator has set up no Google Drive. */
  drive: Drive | null;
  subtitles: SubtitleOffer;
  /** Null where this machine does not transcribe by itself. */
  shelf: ModelShelf | null;
  /** Null where the operator has named no model. */
  chat: Chat | null;
  /** Whether everything this process needs answers; the reasons where it does not. */
  ready: () => Promise<{ ready: boolean; checks: Record<string, string> }>;
  /** The address of Realtime, as browsers reach it, and how many are there; null where others serve it. */
  realtime: { key: string; url: string; count(topic: string): Promise<number | null> };
  process: ServerProcess;
  webDirectory: string;
}

/** The facts that only the process itself knows. */
interface ServerProcess {
  version: string;
  mode: Platform["mode"];
  openSockets: () => number | null;
}

/** The parts of which routes are made: each takes those that it needs. */
export interface Parts extends Deps {
  api: Hono<AppEnv>;
  /** Answers in front of all routes and lines. */
  ahead: Ahead[];
  serve: Serve;
  live: LiveTakes;
  closeAccount: CloseAccount;
  /** The recordings of an account that has left a plan with a cloud are moved, from this moment. */
  goHome: (account: string) => Promise<void>;
  /** The plan a new account starts on. */
  firstPlan: string;
}
