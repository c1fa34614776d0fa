import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { CirclePlay, CreditCard, House, Settings, ShieldCheck, Users, Video } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import { pictureSource } from "#web/lib/picture-source.ts";
import { isAdmin, useUser } from "#web/lib/session.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";
import { useSidebar } from "#web/ui/page/sidebar.tsx";
import { RoomFrame } from "./room-frame.tsx";

interface Props {
  tools?: ReactNode;
  /** Draws the place where recording starts, given the button that starts it. */
  recorder: (start: ReactNode) => ReactNode;
  children: ReactNode;
}

const rooms = [
  { to: "/dashboard", Icon: House, name: "Dashboard" },
  { to: "/new-recording", Icon: CirclePlay, name: "New Recording" },
  { to: "/my-recordings", Icon: Video, name: "My Videos" },
  { to: "/shared-with-me", Icon: Users, name: "Shared with me", only: "shared" },
  { to: "/subscription", Icon: CreditCard, name: "Subscription" },
  { to: "/settings", Icon: Settings, name: "Settings" },
  { to: "/admin", Icon: ShieldCheck, name: "Admin Panel", only: "admins" },
];

export function Shell({ tools, recorder, children }: Props) {
  const user = useUser();
  useEffect(() => void loadToasts(), []);
  // A sidebar of few links: this one comes with the first recording that somebody shares.
  const { data: shared } = useQuery({ ...sharedWithMeQuery(1), staleTime: 60_000 });
  const isShared = Boolean(shared?.recordings.length);
  const open = rooms.filter(({ only }) => !only || (only === "admins" ? isAdmin(user) : isShared));
  return (
    <RoomFrame
      name="Main"
      rooms={open}
      detail={user.email}
      tools={tools}
      head={recorder(<RecordButton />)}
      phoneAction={<RoundRecordButton />}
    >
      {children}
    </RoomFrame>
  );
}

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

/** On phones, over the page; with a notice before the tap, for most of their browsers record no screen. */
export function RoundRecordButton() {
  const source = pictureSource();
  if (useHasBigBrother()) return null;
  if (source !== "screen")
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

const useHasBigBrother = () =>
  useLocation({ select: ({ pathname }) => pathname === RECORDER || pathname === "/dashboard" });

function Dot({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx("size-3 rounded-full", className)} />;
}
