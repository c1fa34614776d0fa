import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Code, Link } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { configQuery } from "#web/data/config.ts";
import {
  createShare,
  findPublicShare,
  isForAnyone,
  linkOf,
  type ShareOf,
  sharesQuery,
} from "#web/data/shares.ts";
import { errorText, fieldError } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CopyButton } from "#web/ui/controls/copy-button.tsx";
import { Field, Form, Input, TextArea } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { type Draft, emptyDraft, requestOf, termsIn } from "./draft.ts";
import { LinkWords, ShareOptions } from "./link-fields.tsx";
import { ShareRow } from "./share-row.tsx";

export function ShareDialog({ onClose, ...shared }: Shared & { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Share" description={shared.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Sharing {...shared} />
        <ShareList {...shared} />
      </div>
    </Dialog>
  );
}

function ShareList({ id, of }: Omit<Shared, "title">) {
  const { data: shares, error, refetch } = useQuery(sharesQuery(id, of));
  return (
    <section className="grid gap-2">
      <h2 className="font-medium text-14">
        Links{shares && shares.length > 0 ? ` (${shares.length})` : ""}
      </h2>
      {shares?.length === 0 ? (
        <p className="text-13 text-ink-2">No links yet. Only you can open this {of}.</p>
      ) : shares ? (
        <ul className="divide-y divide-line rounded-12 border border-line">
          {shares.map((share, at) => (
            <ShareRow key={share.id} share={share} older={shares.slice(at + 1)} />
          ))}
        </ul>
      ) : error ? (
        <LoadError title="Failed to load the links" onRetry={refetch} />
      ) : (
        <Loading label="Loading links" blocks={["h-16"]} />
      )}
    </section>
  );
}

interface Shared {
  of: ShareOf;
  id: string;
  title: string;
}

const PASSWORD = { label: "Password", hint: "Optional. Send it another way than the link." };

/** The link in words, ready to be copied: nothing is public before that. */
function Sharing({ of, id, title }: Shared) {
  const [draft, setDraft] = useState(emptyDraft);
  const { give, given, isCopied, error, isPending } = useGiving({ of, id }, draft);
  const canSendMail = useQuery(configQuery).data?.mail ?? true;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const fields = ["allowed_email", "password", "label"];
  const isSaidAtField = fields.some((field) => fieldError(error, field));
  return (
    <Form className="grid gap-4" error={error} onData={() => void give()}>
      <LinkWords of={of} draft={draft} onChange={change} />
      <Disclosure title="Options" isOpen={draft.who === "private" && !canSendMail}>
        <div className="grid gap-4 text-ink">
          <ShareOptions {...{ of, draft }} password={PASSWORD} onChange={change} />
          {of === "recording" && <Embed id={id} title={title} />}
        </div>
      </Disclosure>
      {error && !isSaidAtField && (
        <p role="alert" className="text-13 text-red-ink">
          {errorText(error, "Failed to create share link")}
        </p>
      )}
      <Button
        type="submit"
        tone="primary"
        icon={isCopied ? <Check /> : <Link />}
        busy={isPending}
        block
      >
        {isCopied ? "Copied" : "Copy link"}
      </Button>
      {/* Who can open the link now; where the browser refuses to copy, the link stands there selected. */}
      <p role="status" className="text-13 text-ink-2 empty:sr-only">
        {given &&
          `${given.isCopied ? "Link copied" : "Copy this link"}. ${openersOf(given.share)}.`}
      </p>
      {given?.isCopied === false && (
        <Input
          readOnly
          autoFocus
          aria-label="The link"
          value={linkOf(given.share)}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Form>
  );
}

/** Makes the link and copies it, both within one click. The words stay: a second click copies the same link. */
function useGiving({ of, id }: Omit<Shared, "title">, draft: Draft) {
  const { mutateAsync, error, isPending } = useMutation(createShare(id, of));
  const { data: shares } = useQuery(sharesQuery(id, of));
  const { copied, copy } = useCopy();
  const [last, setLast] = useState<{ draft: Draft; share: Share; isCopied: boolean }>();
  const share = last?.draft === draft && shares?.find(({ id }) => id === last.share.id);
  const given = last && share ? { share, isCopied: last.isCopied } : undefined;
  const give = async () => {
    setLast(undefined);
    const isSame = last && given && termsIn(given.share) === termsIn(last.share);
    const making = isSame ? Promise.resolve(given.share) : mutateAsync(requestOf(draft));
    const isCopied = await copy(making.then(linkOf)).then(
      () => true,
      () => false,
    );
    const share = await making.catch(() => undefined); // the form says why
    if (share) setLast({ draft, share, isCopied });
  };
  return { give, given, isCopied: copied !== undefined, error, isPending };
}

const openersOf = ({ is_public, allowed_email, permission_type }: Share) =>
  `${is_public ? "Anyone with it" : allowed_email} can ${permission_type === "edit" ? "edit" : "watch"}`;

/** The preview is a player that loads the video, so it waits until somebody wants it. */
function Embed({ id, title }: Omit<Shared, "of">) {
  const [isWanted, setWanted] = useState(false);
  const { data: shares, isPending } = useQuery(sharesQuery(id));
  const share = shares?.find(isForAnyone);
  if (!isWanted)
    return (
      <Button icon={<Code />} className="w-fit" onClick={() => setWanted(true)}>
        Embed
      </Button>
    );
  if (isPending) return <Loading label="Loading links" blocks={["h-40"]} />;
  if (share) return <EmbedCode share={share} title={title} />;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">
        On another page, anyone who sees it can watch. That takes a link for anyone, without a
        password.
      </p>
      <WriteButton
        tone="primary"
        write={findPublicShare}
        input={{ recordingId: id, known: undefined }}
      >
        Create public link
      </WriteButton>
    </div>
  );
}

function EmbedCode({ share, title }: { share: Share; title: string }) {
  const [size, setSize] = useState<EmbedSize>("fluid");
  const code = embedCode(location.origin, share, size, title);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <iframe
        title="Preview"
        src={sourceOf("", share)}
        className="aspect-video w-full rounded-8 border border-line"
      />
      <Select label="Size" value={size} options={sizes} onChange={setSize} />
      <Field label="Code">
        {(control) => (
          <TextArea
            {...control}
            readOnly
            dir="ltr"
            value={code}
            className="!text-13 font-mono [overflow-wrap:anywhere]"
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <CopyButton tone="primary" className="w-fit" text={code}>
        Copy code
      </CopyButton>
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
