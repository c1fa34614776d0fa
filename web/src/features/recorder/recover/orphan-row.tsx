import { CloudUpload, Download, History, Trash2 } from "lucide-react";
import { fileName } from "#web/features/recorder/keep/file-name.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { useDownload } from "#web/lib/download-recording.ts";
import { formatDateTime, formatDuration, formatSize } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { discardOrphan } from "./orphans.ts";

interface Props {
  take: Take;
  onFinish: () => void;
}

/** One recording that was cut off, and the three things to do with it. */
export function OrphanRow({ take, onFinish }: Props) {
  const { manifest, blob } = take;
  const { isPreparing, download } = useDownload();
  const discard = async () => {
    const yes = await confirm({
      title: "Discard this recording?",
      description: "It is deleted from this computer, with what the server has of it.",
      danger: true,
    });
    if (yes) await discardOrphan(take);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-12 bg-warn-tint px-4 py-3">
      <History aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-14">
          {manifest.sealed ? "A recording is not saved yet" : "A recording was interrupted"}
        </p>
        <p className="text-13 text-ink-2 tabular-nums">
          {formatDateTime(manifest.startedAt)} · {formatDuration(manifest.elapsed / 1000)} ·{" "}
          {formatSize(blob.size)} on this computer
          {manifest.upload && ". Only what the server does not have yet is sent."}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" icon={<CloudUpload />} onClick={onFinish}>
          {manifest.upload ? "Finish it" : "Save to cloud"}
        </Button>
        <Button
          size="sm"
          icon={<Download />}
          busy={isPreparing}
          onClick={() => download(blob, fileName(manifest))}
        >
          Download
        </Button>
        <Button size="sm" tone="danger" icon={<Trash2 />} onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
