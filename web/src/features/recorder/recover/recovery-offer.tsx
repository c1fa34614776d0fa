import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { CircleAlert, CircleCheck, CloudUpload, Download, History, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { fileName } from "#web/features/recorder/keep/file-name.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { forget, heldTakesAtom, type Take } from "#web/features/recorder/keep/take.ts";
import {
  type Background,
  deliver,
  deliverInBackground,
  deliveriesAtom,
} from "#web/features/recorder/send/delivery.ts";
import type { Verdict } from "#web/features/recorder/send/receipt.ts";
import { uploadInWords } from "#web/features/recorder/send/upload-in-words.ts";
import { useDownload } from "#web/lib/download-recording.ts";
import { formatDateTime, formatDuration, formatSize } from "#web/lib/format.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { discardOrphan, lookForOrphans } from "./orphans.ts";

/** Anywhere in the app: recordings that an earlier visit did not finish, and those on their way now. */
export default function RecoveryOffer({ userId }: { userId: string }) {
  useLooking(userId);
  const isOwn = ({ manifest }: { manifest: Manifest }) => manifest.userId === userId;
  const orphans = useAtomValue(heldTakesAtom).filter(isOwn);
  const deliveries = [...useAtomValue(deliveriesAtom).values()].filter(isOwn);
  if (orphans.length + deliveries.length === 0) return null;

  const finish = (take: Take) => {
    forget(take);
    deliverInBackground(deliver(take));
  };
  return (
    <section
      aria-label="Unfinished recordings"
      data-page-head
      className="mx-auto grid w-full max-w-[1184px] gap-2 px-4 pt-4 md:px-8"
    >
      {orphans.map((take) => (
        <OrphanRow key={take.manifest.id} take={take} onFinish={() => finish(take)} />
      ))}
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.manifest.id} {...delivery} />
      ))}
    </section>
  );
}

/** Now, and whenever the person comes back: the tab that was recording may have died meanwhile. */
function useLooking(userId: string) {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void lookForOrphans(userId);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [userId]);
}

function DeliveryRow({ manifest, upload, verdict, retry, dismiss }: Background) {
  const id = manifest.upload?.recordingId;
  const isDone = upload.finished && id !== undefined;
  const Icon = isDone ? CircleCheck : upload.stuck ? CircleAlert : CloudUpload;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-12 border border-line bg-raised px-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5" role="status">
        <p dir="auto" className="truncate font-medium text-14">
          {manifest.title}
        </p>
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
            <Link
              to="/video/$id"
              params={{ id }}
              className={buttonLook({ size: "sm", tone: "primary" })}
            >
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

function Way({ upload }: Pick<Background, "upload">) {
  if (upload.stuck) return <p className="text-13 text-warn">{whyStuck(upload.stuck)}</p>;
  const total = upload.total ?? upload.available;
  return (
    <>
      <Progress label="Saving to cloud" value={total ? (upload.confirmed / total) * 100 : 0} />
      <p className="text-13 text-ink-2 tabular-nums">{uploadInWords(upload)}</p>
    </>
  );
}

function whyStuck(stuck: NonNullable<Background["upload"]["stuck"]>): string {
  if (stuck.why === "signed-out") return "Sign in again to send the rest.";
  if (stuck.why === "refused") return `${stuck.message} The recording is still on this computer.`;
  return "The server no longer has the beginning. Try again to send all of it, under a new link.";
}

function OrphanRow({ take, onFinish }: { take: Take; onFinish: () => void }) {
  const { manifest, blob } = take;
  const isHere = blob.size > 0;
  const { isPreparing, download } = useDownload();
  const discard = askBefore(() => discardOrphan(take), {
    title: "Discard this recording?",
    description: "It is deleted from this computer, with what the server has of it.",
    danger: true,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-12 bg-warn-tint px-4 py-3">
      <History aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-14">
          {manifest.sealed ? "A recording is not saved yet" : "A recording was interrupted"}
        </p>
        <p className="text-13 text-ink-2 tabular-nums">
          {formatDateTime(manifest.startedAt)} · {formatDuration(manifest.elapsed / 1000)} ·{" "}
          {isHere
            ? `${formatSize(blob.size)} on this computer`
            : "only the server has a part of it"}
          {isHere && manifest.upload && ". Only what the server does not have yet is sent."}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" icon={<CloudUpload />} onClick={onFinish}>
          {manifest.upload ? "Finish it" : "Save to cloud"}
        </Button>
        {isHere && (
          <Button
            size="sm"
            icon={<Download />}
            busy={isPreparing}
            onClick={() => download(blob, fileName(manifest))}
          >
            Download
          </Button>
        )}
        <Button size="sm" tone="danger" icon={<Trash2 />} onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** The outcome of a recording that was sent. A recording that is only on this computer is never called 'Saved'. */
export function outcomeOf(verdict: Verdict | null) {
  if (verdict?.outcome === "differs" && !verdict.isWhole)
    return {
      text: "The server does not have all of it. The recording is still on this computer: reload this page to save it again or download it.",
      tone: "warning",
    } as const;
  const isVerified = verdict?.outcome === "verified";
  return { text: isVerified ? "Saved and verified" : "Saved", tone: "calm" } as const;
}
