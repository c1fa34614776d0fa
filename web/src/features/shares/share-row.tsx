import { Popover } from "@base-ui/react/popover";
import { useMutation } from "@tanstack/react-query";
import { formatDistanceStrict } from "date-fns";
import { Check, Copy, SlidersHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { changeShare, linkOf, revokeShare } from "#web/data/shares.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { counted } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/field.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Facts } from "#web/ui/facts.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { popupLook } from "#web/ui/layers/menu.tsx";
import { sayNotCopied } from "#web/ui/layers/toast.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import { changeOf, type Draft, draftOf } from "./draft.ts";
import { LinkWords, ShareOptions } from "./link-fields.tsx";

export function ShareRow({ share, older }: { share: Share; older: readonly Share[] }) {
  const now = serverNow();
  const expired = isExpired(share, now);
  const name = share.label || nameAfter(older, share.is_public);
  const which = [name, share.allowed_email].filter(Boolean).join(", ");
  const { copied, copy } = useCopy(sayNotCopied);
  const copyLabel = copied === undefined ? "Copy link" : "Copied";
  const revocation = useMutation(revokeShare(share));
  return (
    <li className="flex items-center gap-1 p-3 pl-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span
          className={cx("font-medium text-14 [overflow-wrap:anywhere]", expired && "text-ink-3")}
        >
          {name}
        </span>
        <Facts facts={factsOf(share, now)} className="text-13 text-ink-2" />
      </div>
      {expired ? (
        <Badge tone="warn">Expired</Badge>
      ) : (
        <TipButton
          tip={copyLabel}
          label={`${copyLabel}: ${which}`}
          icon={copied === undefined ? <Copy /> : <Check className="text-ok" />}
          size="sm"
          onClick={() => void copy(linkOf(share))}
        >
          <span aria-live="polite" className="sr-only">
            {copied && copyLabel}
          </span>
        </TipButton>
      )}
      <ShareChange share={share} which={which} />
      <TipButton
        tip="Revoke"
        label={`Revoke ${which}`}
        icon={<Trash2 />}
        size="sm"
        tone="danger"
        disabled={revocation.isPending}
        onClick={askBefore(() => revocation.mutate(), beforeRevoking)}
      />
    </li>
  );
}

/** Links without a label are told apart by numbers. */
function nameAfter(older: readonly Share[], isPublic: boolean) {
  const name = isPublic ? "Public link" : "Private link";
  const others = older.filter(({ label, is_public }) => !label && is_public === isPublic).length;
  return others > 0 ? `${name} ${others + 1}` : name;
}

const beforeRevoking = {
  title: "Are you sure you want to revoke this share link?",
  description: "The people who have it lose access at once. This cannot be undone.",
  danger: true,
};

/** The server's word, or its clock where the dialog has stood open since. */
export function isExpired({ is_expired, expires_at }: Share, now: number) {
  return is_expired || (expires_at !== null && Date.parse(expires_at) <= now);
}

export function factsOf(share: Share, now: number) {
  return [
    share.is_public ? "Anyone with the link" : (share.allowed_email ?? "One person"),
    share.permission_type === "edit" ? "Can edit" : "Can watch",
    share.has_password && "Password",
    share.allow_download && share.permission_type === "view" && "Downloads",
    share.guests_may_comment && "Guests comment",
    !share.watch_live && "Not while recording",
    counted(share.view_count, "view"),
    lasts(share, now),
  ].filter((fact) => typeof fact === "string");
}

function lasts(share: Share, now: number) {
  if (share.expires_at === null) return "No expiry";
  const distance = formatDistanceStrict(Date.parse(share.expires_at), now);
  return isExpired(share, now) ? `Expired ${distance} ago` : `Expires in ${distance}`;
}

/** The settings that can still be changed about a link that is out there already. */
function ShareChange({ share, which }: { share: Share; which: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton label={`Change this link: ${which}`} icon={<SlidersHorizontal />} size="sm" />
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="z-50">
          <Popover.Popup className={cx(popupLook, "w-80 max-w-(--available-width) p-4")}>
            <Popover.Title className="sr-only">Change this link</Popover.Title>
            <ChangeForm share={share} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The link is changed from what it was when the form was opened, whatever is read of it meanwhile. */
function ChangeForm({ share: latest, onDone }: { share: Share; onDone: () => void }) {
  const [share] = useState(latest);
  const { mutate, isPending, error } = useMutation(changeShare(share, onDone));
  const [draft, setDraft] = useState(() => draftOf(share));
  const of = share.folder_id ? "folder" : "recording";
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <Form className="grid gap-4" error={error} onData={() => mutate(changeOf(draft, share))}>
      <LinkWords {...{ of, draft, share }} onChange={change} />
      <ShareOptions
        {...{ of, draft }}
        password={{
          label: share.has_password ? "New password" : "Password",
          hint: "People who are watching now will be asked for it.",
        }}
        onChange={change}
      />
      {/* The buttons stay in sight however far the fields are scrolled on a phone. */}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        {share.has_password && (
          <Button
            size="sm"
            tone="quiet"
            busy={isPending}
            onClick={() => mutate({ password: null })}
          >
            Remove password
          </Button>
        )}
        <Button type="submit" size="sm" tone="primary" busy={isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
