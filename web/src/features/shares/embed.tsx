import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { findPublicShare, isForAnyone, sharesQuery } from "#web/data/shares.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextArea } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** The player on other pages: its code, its size, and how it will look. */
export function Embed({ recordingId, title }: { recordingId: string; title: string }) {
  const { data: shares, isPending } = useQuery(sharesQuery(recordingId));
  const share = shares?.find(isForAnyone);
  if (isPending) {
    return (
      <Loading label="Loading links">
        <Skeleton className="h-40" />
      </Loading>
    );
  }
  return share ? <Code share={share} title={title} /> : <NeedsLink recordingId={recordingId} />;
}

function NeedsLink({ recordingId }: { recordingId: string }) {
  const { mutate, isPending } = useMutation(findPublicShare);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">
        On another page, anyone who sees it can watch. That takes a link for anyone, without a
        password.
      </p>
      <Button
        tone="primary"
        busy={isPending}
        onClick={() => mutate({ recordingId, known: undefined })}
      >
        Create public link
      </Button>
    </div>
  );
}

function Code({ share, title }: { share: Share; title: string }) {
  const [size, setSize] = useState<EmbedSize>("fluid");
  const { copied, copy } = useCopy();
  const code = embedCode(location.origin, share, size, title);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <iframe
        title="Preview"
        src={sourceOf("", share)}
        className="aspect-video w-full rounded-8 border border-line"
      />
      <Select label="Size" value={size} options={sizes} onChange={setSize} />
      <div className="grid gap-1.5">
        <label htmlFor="embed-code" className="w-fit font-medium text-13">
          Code
        </label>
        <TextArea
          id="embed-code"
          readOnly
          dir="ltr"
          value={code}
          className="!text-13 font-mono [overflow-wrap:anywhere]"
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <Button
        tone="primary"
        className="w-fit"
        icon={copied === code ? <Check /> : <Copy />}
        onClick={() => void copy(code)}
      >
        <span aria-live="polite">{copied === code ? "Copied" : "Copy code"}</span>
      </Button>
    </div>
  );
}

const sizes = [
  { value: "fluid", label: "Responsive" },
  { value: "640x360", label: "640 × 360" },
  { value: "960x540", label: "960 × 540" },
  { value: "1280x720", label: "1280 × 720" },
] as const;
type EmbedSize = (typeof sizes)[number]["value"];

const sourceOf = (origin: string, { share_token }: Pick<Share, "share_token">) =>
  `${origin}/embed/${share_token}`;

/** The HTML that somebody pastes into a page of theirs. */
export function embedCode(
  origin: string,
  share: Pick<Share, "share_token">,
  size: EmbedSize,
  title: string,
) {
  const [width, height] = size.split("x");
  const room = height
    ? `width="${width}" height="${height}" style="border:0"`
    : `style="border:0;width:100%;aspect-ratio:16/9"`;
  return `<iframe src="${sourceOf(origin, share)}" title="${escaped(title)}" ${room} allow="picture-in-picture" allowfullscreen></iframe>`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
