import { Link } from "@tanstack/react-router";
import { Cloud, Film, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "#web/lib/format.ts";
import { type PictureSource, pictureSource } from "#web/lib/picture-source.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";

const RECORDER: string = "/new-recording";

/** `total` is undefined until it is known. */
export function QuickActions({ total }: { total: number | undefined }) {
  const picture = pictureSource();
  return (
    <div className="grid gap-3">
      <Link
        to={RECORDER}
        className="group flex flex-col gap-x-5 gap-y-3 rounded-12 border border-line bg-raised p-5 transition-colors hover:border-line-2 lg:flex-row lg:items-center"
      >
        <span className={buttonLook({ tone: "record", size: "lg" })}>
          <span className="size-3 rounded-full bg-on-red" />
          Start Recording
        </span>
        <span className="text-pretty text-14 text-ink-2">{waysToBegin(picture)}</span>
      </Link>
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {picture !== "screen" && (
          <Action
            to="/my-recordings"
            hash="import"
            title="Import Video"
            help="A file from this device"
            icon={<Upload />}
          />
        )}
        <Action to="/my-recordings" title="Browse Videos" help={inLibrary(total)} icon={<Film />} />
        <Action
          to="/settings"
          hash="cloud-storage"
          title="Cloud Storage"
          help="Choose where recordings are kept"
          icon={<Cloud />}
        />
      </div>
    </div>
  );
}

function inLibrary(total: number | undefined) {
  if (total === undefined) return "\u00a0";
  return total === 0 ? "Your library is empty" : counted(total, "recording");
}

interface Props {
  to: string;
  hash?: string;
  title: string;
  help: string;
  icon: ReactNode;
}

function Action({ to, hash, title, help, icon }: Props) {
  return (
    <Link
      to={to}
      {...(hash && { hash })}
      className="flex items-center gap-4 rounded-12 border border-line px-5 py-3 transition-colors hover:border-line-2 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-ink-2"
    >
      {icon}
      <span className="grid">
        <span className="font-medium text-14">{title}</span>
        <span className="text-13 text-ink-2">{help}</span>
      </span>
    </Link>
  );
}

/** The advice that stands largest on the dashboard: it promises only what this browser can do. */
export const waysToBegin = (picture: PictureSource | null) => advice[picture ?? "none"];

const advice = {
  screen: "Screen, voice and camera, with a link to share.",
  camera:
    "This browser cannot record the screen. Record your camera instead, or import a video file.",
  none: "This browser cannot record. Import a video file instead.",
};
