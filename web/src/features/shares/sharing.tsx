import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Code, Link } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { configQuery } from "#web/data/config.ts";
import { createShare, linkOf, type ShareOf, sharesQuery } from "#web/data/shares.ts";
import { errorText, fieldError } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Input } from "#web/ui/controls/field.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { type Draft, emptyDraft, requestOf, termsIn } from "./draft.ts";
import { Embed } from "./embed.tsx";
import { LinkWords } from "./link-words.tsx";
import { ShareOptions } from "./share-options.tsx";

/** The thing that a link leads to. */
export interface Shared {
  of: ShareOf;
  id: string;
  title: string;
}

const PASSWORD = { label: "Password", hint: "Optional. Send it another way than the link." };

/** The link in words, ready to be copied: nothing is public before that. */
export function Sharing({ of, id, title }: Shared) {
  const [draft, setDraft] = useState(emptyDraft);
  const { give, given, isCopied, error, isPending } = useGiving({ of, id }, draft);
  const canSendMail = useQuery(configQuery).data?.mail ?? true;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const errors = (field: string) => fieldError(error, field);
  const isSaidAtField = ["allowed_email", "password", "label"].some(errors);
  return (
    <Form className="grid gap-4" error={error} onData={() => void give()}>
      <LinkWords of={of} draft={draft} error={errors("allowed_email")} onChange={change} />
      <Disclosure title="Options" isOpen={draft.who === "private" && !canSendMail}>
        <div className="grid gap-4 text-ink">
          <ShareOptions {...{ of, draft, errors }} password={PASSWORD} onChange={change} />
          {of === "recording" && <Embedding id={id} title={title} />}
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
      <Given given={given} />
    </Form>
  );
}

interface Giving {
  share: Share;
  isCopied: boolean;
}

/** Makes the link and copies it, both within one click. The words stay: a second click copies the same link. */
function useGiving({ of, id }: Omit<Shared, "title">, draft: Draft) {
  const { mutateAsync, error, isPending } = useMutation(createShare(id, of));
  const { data: shares } = useQuery(sharesQuery(id, of));
  const { copied, copy } = useCopy();
  const [last, setLast] = useState<Giving & { draft: Draft }>();
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

/** Says who can open the link now; where the browser refuses to copy, the link stands there selected. */
function Given({ given }: { given: Giving | undefined }) {
  return (
    <>
      <p role="status" className="text-13 text-ink-2 empty:hidden">
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
    </>
  );
}

const openersOf = ({ is_public, allowed_email, permission_type }: Share) =>
  `${is_public ? "Anyone with it" : allowed_email} can ${permission_type === "edit" ? "edit" : "watch"}`;

/** The preview is a player that loads the video, so it waits until somebody wants it. */
function Embedding({ id, title }: Omit<Shared, "of">) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <Embed recordingId={id} title={title} />;
  return (
    <Button icon={<Code />} className="w-fit" onClick={() => setWanted(true)}>
      Embed
    </Button>
  );
}
