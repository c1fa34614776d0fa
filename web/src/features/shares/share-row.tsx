import { useMutation } from "@tanstack/react-query";
import { Check, Copy, Trash2 } from "lucide-react";
import type { Share } from "#contract/shares.ts";
import { linkOf, revokeShare } from "#web/data/shares.ts";
import { useCopy } from "#web/lib/clipboard.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { confirm } from "#web/ui/confirm.tsx";
import { cx } from "#web/ui/cx.ts";
import { Facts } from "#web/ui/facts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { ShareChange } from "./share-change.tsx";
import { factsOf, isExpired } from "./share-state.ts";

export function ShareRow({ share, isFirst }: { share: Share; isFirst: boolean }) {
  const now = Date.now();
  const expired = isExpired(share, now);
  const name = share.label || (share.is_public ? "Public link" : "Private link");
  return (
    <li className="grid gap-1 p-3 pl-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        {/* Where a label has room for a few letters only, it has a line of its own. */}
        <span
          className={cx("min-w-40 flex-1 truncate font-medium text-14", expired && "text-ink-3")}
        >
          {name}
        </span>
        <span className="flex items-center gap-2">
          {expired ? (
            <Badge tone="warn">Expired</Badge>
          ) : (
            <CopyLink share={share} isFirst={isFirst} />
          )}
          <ShareChange share={share} />
          <Revoke share={share} name={name} />
        </span>
      </div>
      <Facts facts={factsOf(share, now)} className="text-13 text-ink-2" />
    </li>
  );
}

function CopyLink({ share, isFirst }: { share: Share; isFirst: boolean }) {
  const { copied, copy } = useCopy();
  const hasCopied = copied !== undefined;
  return (
    <Button
      size="sm"
      tone={isFirst ? "primary" : "secondary"}
      icon={hasCopied ? <Check className={isFirst ? undefined : "text-ok"} /> : <Copy />}
      onClick={() => void copy(linkOf(share))}
    >
      <span aria-live="polite">{hasCopied ? "Copied" : "Copy link"}</span>
    </Button>
  );
}

function Revoke({ share, name }: { share: Share; name: string }) {
  const revocation = useMutation(revokeShare(share));
  const ask = async () => {
    const isSure = await confirm({
      title: "Are you sure you want to revoke this share link?",
      description: "Whoever has it loses access at once. This cannot be undone.",
      danger: true,
    });
    if (isSure) revocation.mutate();
  };
  return (
    <Tooltip text="Revoke">
      <IconButton
        label={`Revoke ${name}`}
        size="sm"
        tone="danger"
        disabled={revocation.isPending}
        onClick={() => void ask()}
      >
        <Trash2 />
      </IconButton>
    </Tooltip>
  );
}
