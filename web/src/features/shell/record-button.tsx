import { Link, useLocation } from "@tanstack/react-router";
import { pictureSource } from "#web/lib/picture-source.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";
import { useSidebar } from "#web/ui/page/sidebar.tsx";

const RECORDER: string = "/new-recording";

/** Red everywhere but where its big brother is: on the recorder's own page, and on the dashboard. */
export function RecordButton() {
  const { collapsed, onChoose } = useSidebar();
  const isQuiet = useHasBigBrother();
  return (
    <Tooltip text="Start recording" side="right" off={!collapsed}>
      <Link
        to={RECORDER}
        onClick={onChoose}
        className={cx(
          buttonLook({ tone: isQuiet ? "secondary" : "record", block: !collapsed }),
          "mb-3",
          collapsed && "w-10 px-0!",
        )}
      >
        <Dot className={isQuiet ? "bg-red" : "bg-on-red"} />
        <span className={collapsed ? "sr-only" : undefined}>Start recording</span>
      </Link>
    </Tooltip>
  );
}

/** On phones, over the page. */
export function RoundRecordButton() {
  if (useHasBigBrother()) return null;
  if (source !== "screen") return <Instead />;
  return (
    <Link
      to={RECORDER}
      aria-label="Start recording"
      className="grid size-14 place-items-center rounded-full border-4 border-paper bg-red text-on-red shadow-lift active:scale-95"
    >
      <Dot className="bg-on-red" />
    </Link>
  );
}

/** The notice before the tap: most browsers of phones record no screen. */
const source = pictureSource();

function Instead() {
  return (
    <div className="mx-4 flex items-center gap-2 rounded-full border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-lift">
      <span className="text-13 text-ink-2">This browser cannot record the screen</span>
      <Link
        to="/my-recordings"
        hash="import"
        className={buttonLook({ tone: source ? "secondary" : "primary", size: "sm" })}
      >
        Import
      </Link>
      {source === "camera" && (
        <Link to={RECORDER} className={buttonLook({ tone: "record", size: "sm" })}>
          Camera
        </Link>
      )}
    </div>
  );
}

const useHasBigBrother = () =>
  useLocation({ select: ({ pathname }) => pathname === RECORDER || pathname === "/dashboard" });

function Dot({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx("size-3 rounded-full", className)} />;
}
