import { Link } from "@tanstack/react-router";
import { Cloud, Film, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "#web/lib/format.ts";
import { pictureSource } from "#web/lib/picture-source.ts";
import { cx } from "#web/ui/cx.ts";
import { waysToBegin } from "./ways-to-begin.ts";

interface ActionsProps {
  total: number;
  /** A recording is sent while it is made, so that its link is there when it ends. */
  isInstant: boolean;
}

export function QuickActions({ total, isInstant }: ActionsProps) {
  const { help, isImportOffered } = waysToBegin(pictureSource(), isInstant);
  return (
    <div
      className={cx(
        "grid gap-4 sm:grid-cols-2",
        isImportOffered ? "lg:grid-cols-4" : "lg:grid-cols-[2fr_1fr_1fr]",
      )}
    >
      <Action
        to="/new-recording"
        title="Start Recording"
        help={help}
        className="sm:col-span-2 sm:flex-row! sm:items-center! lg:col-span-1"
        icon={
          <span className="grid size-14 shrink-0 sm:size-16 place-items-center rounded-full bg-red transition-transform group-hover:scale-105">
            <span className="size-5 rounded-full bg-on-red" />
          </span>
        }
      />
      {isImportOffered && (
        <Action
          to="/my-recordings"
          hash="import"
          title="Import Video"
          help="A file from this device"
          className="sm:col-span-2 lg:col-span-1"
          icon={<Upload className="size-5 shrink-0 text-ink-2" />}
        />
      )}
      <Action
        to="/my-recordings"
        title="Browse Videos"
        help={total === 0 ? "Your library is empty" : counted(total, "recording")}
        icon={<Film className="size-5 shrink-0 text-ink-2" />}
      />
      <Action
        to="/settings"
        hash="cloud-storage"
        title="Cloud Storage"
        help="Choose where recordings are kept"
        icon={<Cloud className="size-5 shrink-0 text-ink-2" />}
      />
    </div>
  );
}

interface Props {
  to: string;
  hash?: string;
  title: string;
  help: string;
  icon: ReactNode;
  className?: string;
}

function Action({ to, hash, title, help, icon, className }: Props) {
  return (
    <Link
      to={to}
      {...(hash && { hash })}
      className={cx(
        "group flex items-center gap-5 rounded-12 border border-line bg-raised p-5 transition-colors hover:border-line-2 sm:flex-col sm:items-start",
        className,
      )}
    >
      {icon}
      <span className="grid gap-1">
        <span className="font-semibold text-16">{title}</span>
        <span className="text-pretty text-13 text-ink-2">{help}</span>
      </span>
    </Link>
  );
}
