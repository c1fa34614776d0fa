import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CloudUpload } from "lucide-react";
import type { Background } from "#web/features/recorder/send/delivery.ts";
import { formatSize } from "#web/lib/format.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Progress } from "#web/ui/progress.tsx";
import { outcomeOf } from "./outcome.ts";

/** One recording on its way to the server, or just arrived. */
export function DeliveryRow({ manifest, upload, verdict, retry, dismiss }: Background) {
  const id = manifest.upload?.recordingId;
  const isDone = upload.finished && id !== undefined;
  const Icon = isDone ? CircleCheck : upload.stuck ? CircleAlert : CloudUpload;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-12 border border-line bg-raised px-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5" role="status">
        <p className="truncate font-medium text-14">{manifest.title}</p>
        {isDone ? <Outcome verdict={verdict} /> : <Way upload={upload} />}
      </div>
      <div className="flex gap-2">
        {upload.stuck && upload.stuck.why !== "signed-out" && (
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        )}
        {isDone && (
          <>
            <Link to={videoPage(id)} className={buttonLook({ size: "sm", tone: "primary" })}>
              Open recording
            </Link>
            <Button size="sm" onClick={dismiss}>
              Dismiss
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function Outcome({ verdict }: Pick<Background, "verdict">) {
  const { text, tone } = outcomeOf(verdict);
  return <p className={cx("text-13", tone === "warning" ? "text-warn" : "text-ink-2")}>{text}</p>;
}

const videoPage = (id: string): string => `/video/${id}`;

function Way({ upload }: Pick<Background, "upload">) {
  if (upload.stuck) return <p className="text-13 text-warn">{whyStuck(upload.stuck)}</p>;
  const total = upload.total ?? upload.available;
  return (
    <>
      <Progress label="Saving to cloud" value={total ? (upload.confirmed / total) * 100 : 0} />
      <p className="text-13 text-ink-2 tabular-nums">
        {formatSize(upload.confirmed)} of {formatSize(total)}
        {upload.online &&
          upload.full &&
          " · this server's disk is full: it goes on when there is room"}
        {!upload.online && " · offline: it goes on when the network is back"}
      </p>
    </>
  );
}

function whyStuck(stuck: NonNullable<Background["upload"]["stuck"]>): string {
  if (stuck.why === "signed-out") return "Sign in again to send the rest.";
  if (stuck.why === "refused") return `${stuck.message} The recording is still on this computer.`;
  return "The server no longer has the beginning. Try again to send all of it, under a new link.";
}
