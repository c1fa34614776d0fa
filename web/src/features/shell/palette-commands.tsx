import { Circle, CreditCard, Film, House, Settings, ShieldCheck, Video } from "lucide-react";
import type { ReactNode } from "react";
import type { Recording } from "#contract/recordings.ts";
import { formatDate } from "#web/lib/format.ts";

export interface Command {
  to: string;
  label: string;
  icon: ReactNode;
  detail?: string | undefined;
}

const screens: Command[] = [
  {
    to: "/new-recording",
    label: "Start recording",
    icon: <Circle className="fill-red text-red!" />,
  },
  { to: "/dashboard", label: "Dashboard", icon: <House /> },
  { to: "/my-recordings", label: "My Videos", icon: <Video /> },
  { to: "/subscription", label: "Subscription", icon: <CreditCard /> },
  { to: "/settings", label: "Settings", icon: <Settings /> },
];

const adminPanel: Command = { to: "/admin", label: "Admin Panel", icon: <ShieldCheck /> };

export const commandsFor = (admin: boolean) => (admin ? [...screens, adminPanel] : screens);

export function recordingCommand({ id, filename, created_at }: Recording): Command {
  return {
    to: `/video/${id}`,
    label: filename,
    icon: <Film />,
    detail: formatDate(created_at),
  };
}
