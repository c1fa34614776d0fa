import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  BadgeCheck,
  CircleAlert,
  CloudUpload,
  Download,
  LoaderCircle,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { renameRecording } from "#web/data/recordings.ts";
import {
  noteDownload,
  resetRecorder,
  retitleRecording,
  saveRecording,
} from "#web/features/recorder/recorder.ts";
import { missingInWords } from "#web/features/recorder/screens/in-words.ts";
import type { SetUpProps } from "#web/features/recorder/screens/set-up/set-up.tsx";
import { Stage } from "#web/features/recorder/screens/stage.tsx";
import type { Verdict } from "#web/features/recorder/send/receipt.ts";
import { uploadInWords } from "#web/features/recorder/send/upload-in-words.ts";
import type { State } from "#web/features/recorder/steps.ts";
import type { View } from "#web/features/recorder/view.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { useObjectUrl } from "#web/lib/browser/use-object-url.ts";
import { useDownload } from "#web/lib/download-recording.ts";
import { formatDuration, formatSize } from "#web/lib/format.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { EditableTitle } from "#web/ui/controls/editable-title.tsx";
import { cx } from "#web/ui/cx.ts";
import { Progress } from "#web/ui/progress.tsx";
import { CopyLink } from "./copy-link.tsx";

type After = Extract<State, { name: "ready" | "saving" | "saved" | "failed" }>;

interface Props extends Pick<SetUpProps, "canSave" | "preferences" | "onPreferences"> {
  view: View;
  state: After;
  player: (result: Result) => ReactNode;
}

export interface Result {
  src: string;
  type: string;
  title: string;
  /** Seconds; a recorder's file does not say how long it is. */
  duration: number;
}

/** Title, length and what to do next stay in sight beneath the result. */
const BESIDE_RESULT = "22rem";

export function Finished(props: Props) {
  const { view, state, canSave, player, preferences, onPreferences } = props;
  const { summary } = state;
  const duration = summary.elapsed / 1000;
  const src = useObjectUrl(view.blob ?? undefined);
  return (
    <div className="grid gap-6">
      <Stage beside={BESIDE_RESULT}>
        {src && view.blob && player({ src, type: view.blob.type, title: view.title, duration })}
      </Stage>
      <div className="grid justify-items-center gap-1">
        <Title view={view} state={state} />
        <p className="text-center text-13 text-ink-2 tabular-nums">
          <time dateTime={`PT${duration.toFixed(3)}S`}>{formatDuration(duration)}</time> ·{" "}
          {formatSize(summary.bytes)}
        </p>
        {view.missing.length > 0 && (
          <p role="status" className="text-center text-13 text-warn tabular-nums">
            {missingInWords(view.missing)}
          </p>
        )}
      </div>
      <div className="grid justify-items-center gap-5">
        <Actions view={view} state={state} canSave={canSave} />
        {state.name === "saving" && <SavingProgress view={view} />}
        {state.name === "saved" && <ReceiptLine verdict={view.verdict} />}
        {state.name === "saved" && (
          <NextTime
            isOn={preferences.auto_save_to_cloud}
            onTurnOn={() => onPreferences({ auto_save_to_cloud: true })}
          />
        )}
        {state.name === "failed" && (
          <p role="alert" className="max-w-[60ch] text-center text-14 text-red-ink">
            {state.reason} The recording is still on this computer: try again, or download it.
          </p>
        )}
        {!canSave && state.name === "ready" && (
          <p className="text-13 text-ink-2">
            <Link to="/subscription" className="underline">
              Choose a storage
            </Link>{" "}
            to save recordings online.
          </p>
        )}
      </div>
    </div>
  );
}

/** Here until it is sent; from then on the server's copy is called the same. */
function Title({ view: { title, recordingId }, state }: Pick<Props, "view" | "state">) {
  const { mutate } = useMutation(renameRecording(recordingId ?? ""));
  const rename = (wanted: string) => {
    void retitleRecording(wanted);
    if (recordingId) mutate(wanted, { onError: () => void retitleRecording(title) });
  };
  // While the server makes a place for it, it is being told the title that stands here.
  const mayRename = state.name === "ready" || recordingId !== null;
  return <EditableTitle level={2} title={title} onSave={mayRename ? rename : undefined} />;
}

function Actions({ view, state, canSave }: Pick<Props, "view" | "state" | "canSave">) {
  const { blob, fileName } = view;
  const isSaved = state.name === "saved";
  const isUnsaved = state.name === "ready" || state.name === "failed";
  const isDamaged = isSaved && view.verdict?.outcome === "differs" && !view.verdict.isWhole;
  const { isPreparing, download } = useDownload();
  const handOver = async (recording: Blob) => {
    await download(recording, fileName);
    noteDownload(recording);
  };
  return (
    <div
      className={cx(
        "flex flex-wrap justify-center gap-3",
        isSaved && "md:max-lg:grid md:max-lg:grid-cols-2",
      )}
    >
      {(isUnsaved || isDamaged) && (
        <Button tone="primary" icon={<CloudUpload />} disabled={!canSave} onClick={saveRecording}>
          {state.name === "ready" ? "Save to cloud" : "Save again"}
        </Button>
      )}
      {(isSaved || view.recordingId) && (
        <CopyLink recordingId={view.recordingId} primary={isSaved} />
      )}
      {!isUnsaved && (
        <Button icon={<RotateCcw />} onClick={resetRecorder}>
          Record another
        </Button>
      )}
      {blob && (
        <Button icon={<Download />} busy={isPreparing} onClick={() => handOver(blob)}>
          Download
        </Button>
      )}
      {isUnsaved && (
        <Button icon={<Trash2 />} onClick={resetRecorder}>
          Discard
        </Button>
      )}
      {isSaved && (
        <Link to="/video/$id" params={{ id: state.recordingId }} className={buttonLook()}>
          Open recording
        </Link>
      )}
    </div>
  );
}

function SavingProgress({ view: { upload } }: { view: View }) {
  const percent = upload?.total ? (upload.confirmed / upload.total) * 100 : 0;
  return (
    <div className="grid w-full max-w-[480px] gap-2">
      <Progress label="Saving to cloud" value={percent} />
      <p role="status" className="text-center text-13 text-ink-2 tabular-nums">
        {uploadInWords(upload)}
      </p>
    </div>
  );
}

function ReceiptLine({ verdict }: { verdict: Verdict | null }) {
  if (!verdict || verdict.outcome === "pending")
    return (
      <p role="status" className="flex items-center gap-2 text-13 text-ink-2">
        <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
        The server checks every byte. The link works already.
      </p>
    );
  const isVerified = verdict.outcome === "verified";
  const Icon = isVerified ? BadgeCheck : CircleAlert;
  return (
    <p
      role="status"
      title={verdict.checks.map(({ text }) => text).join(". ")}
      className={cx(
        "flex max-w-[60ch] items-center gap-2 text-14",
        isVerified ? "text-ok" : "text-warn",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {isVerified ? "Verified" : differs(verdict)}
    </p>
  );
}

function differs({ isWhole, checks }: Verdict): string {
  const faults = checks.filter((check) => !check.ok).map((check) => check.text);
  const safe = isWhole ? "" : " The copy on this computer is kept: download it, or save it again.";
  return `${faults.join(". ")}.${safe}`;
}

const offered = stored({
  key: "kinora.next-time-offered",
  schema: z.literal("yes"),
  fallback: null,
  form: "text",
});

/** After the first recording that was saved by hand, and never again. */
export function NextTime({ isOn, onTurnOn }: { isOn: boolean; onTurnOn: () => void }) {
  const [isFirst] = useState(() => offered.read() === null);
  const [isAccepted, setAccepted] = useState(false);
  useEffect(() => offered.write("yes"), []);
  if (!isFirst || (isOn && !isAccepted)) return null;
  if (isAccepted) {
    return (
      <p role="status" className="text-13 text-ink-2">
        From the next recording on, the link is ready the moment you stop.
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center justify-center gap-3 text-13 text-ink-2">
      Next time: the link the moment you stop.
      <Button
        size="sm"
        onClick={() => {
          setAccepted(true);
          onTurnOn();
        }}
      >
        Turn on Instant link
      </Button>
    </p>
  );
}
