import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Captions,
  Circle,
  CreditCard,
  Film,
  House,
  LogOut,
  Monitor,
  Moon,
  Search,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
  Trash2,
  Upload,
  Users,
  Video,
} from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { Role } from "#contract/auth.ts";
import type { FoundRecording, Recording } from "#contract/recordings.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { type Theme, useTheme } from "#web/lib/browser/theme.ts";
import { formatDate, formatDuration } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { itemLook } from "#web/ui/layers/menu.tsx";
import { askToLogOut } from "./account-foot.tsx";
import { adminRooms } from "./admin-rooms.ts";

export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const go = (command: Command) => {
    onClose();
    if ("to" in command) void navigate(placeOf(command));
    else if (command.act === "theme") setTheme(command.theme);
    else void askToLogOut();
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup
          aria-label="Search"
          className="pop fixed inset-x-4 top-[12dvh] z-40 mx-auto max-w-[560px] overflow-hidden rounded-12 border border-line bg-raised shadow-lift outline-none"
        >
          <Finder onGo={go} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onGo }: { onGo: (command: Command) => void }) {
  const [text, setText] = useState("");
  const groups = useGroups(text);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      itemToStringValue={(command: Command) => command.label}
      value={text}
      onValueChange={(value, { reason }) => reason !== "item-press" && setText(value)}
    >
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search className="size-4 shrink-0 text-ink-3" />
        <Autocomplete.Input
          aria-label="Go to a screen, find a recording, start recording"
          placeholder="Go to a screen, find a recording"
          className="h-12 w-full bg-transparent text-14 outline-none placeholder:text-ink-3 pointer-coarse:text-16"
        />
      </div>
      <Autocomplete.Empty className="text-14 text-ink-2 [&:not(:empty)]:p-6">
        Nothing found. Try part of a title, or words that were said.
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[52dvh] overflow-y-auto p-2 [&:empty]:p-0">
        {(group: Group) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-2.5 py-1.5 font-medium text-12 text-ink-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={`${command.label} ${"to" in command ? `${command.to} ${command.at}` : command.act}`}
                  value={command}
                  onClick={() => onGo(command)}
                  className={itemLook}
                >
                  {command.icon}
                  <bdi className="min-w-0 flex-1 truncate">{command.label}</bdi>
                  <span className="max-w-[45%] truncate text-12 text-ink-3 tabular-nums">
                    {command.detail}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

const placeOf = ({ to, hash = "", at }: Extract<Command, { to: string }>) => ({
  ...{ to, hash },
  search: at === undefined ? {} : { t: at },
});

interface Group {
  value: string;
  items: Command[];
}

/** The newest, or those whose title fits. */
const FOUND = 6;

function useGroups(text: string): Group[] {
  const search = useDeferredValue(text.trim());
  const found = useQuery(recordingsQuery({ search, limit: FOUND })).data?.recordings ?? [];
  const { role } = useUser();
  return [
    { value: "Go to", items: commandsFor(role, search) },
    { value: "Recordings", items: found.map(recordingCommand) },
    { value: "Said in recordings", items: found.flatMap(saidCommands) },
  ].filter(({ items }) => items.length > 0);
}

/** Leads to a place, in a video to a second, or does something where one is. */
export type Command = {
  label: string;
  icon: ReactNode;
  detail?: string | undefined;
  /** Other words by which somebody may look for the command. */
  words?: string;
} & (
  | { to: string; hash?: string; at?: number }
  | { act: "log-out" }
  | { act: "theme"; theme: Theme }
);

const screens: Command[] = [
  {
    to: "/new-recording",
    label: "Start recording",
    icon: <Circle className="fill-red text-red!" />,
    words: "new record screen",
  },
  { to: "/dashboard", label: "Dashboard", icon: <House />, words: "home" },
  { to: "/my-recordings", label: "My Videos", icon: <Video />, words: "library" },
  { to: "/shared-with-me", label: "Shared with me", icon: <Users />, words: "invited others" },
  { to: "/trash", label: "Trash", icon: <Trash2 />, words: "deleted restore bin" },
  { to: "/subscription", label: "Subscription", icon: <CreditCard />, words: "plans billing" },
  { to: "/settings", label: "Settings", icon: <Settings />, words: "preferences" },
];

const acts: Command[] = [
  {
    to: "/my-recordings",
    hash: "import",
    label: "Import Video",
    icon: <Upload />,
    words: "upload",
  },
  { act: "theme", theme: "dark", label: "Dark theme", icon: <Moon />, words: "night mode" },
  { act: "theme", theme: "light", label: "Light theme", icon: <Sun />, words: "day mode" },
  { act: "theme", theme: "system", label: "Theme of the system", icon: <Monitor /> },
  { act: "log-out", label: "Log out", icon: <LogOut />, words: "logout sign out" },
];

const setting = (label: string, hash: string, words = ""): Command => ({
  to: "/settings",
  hash,
  label,
  icon: <SlidersHorizontal />,
  detail: "Settings",
  words,
});

const settings = [
  setting("Account Information", "account", "username email"),
  setting("Password", "password", "change set"),
  setting("Second factor", "second-factor", "passkey authenticator recovery codes"),
  setting("Devices", "devices", "sessions"),
  setting("Recording Preferences", "recording", "quality audio prefix instant link"),
  setting("Cloud Storage", "cloud-storage", "google drive connect"),
  setting("Move All Recordings", "move-all", "storage drive"),
  setting("Appearance", "appearance", "theme"),
  setting("Your data", "data", "export download everything delete account"),
];

const adminPanel: Command = {
  to: "/admin",
  label: "Admin Panel",
  icon: <ShieldCheck />,
  detail: "Admin",
  words: "overview",
};

/**
 * Without a word, the screens alone: other commands are many, and come when they are looked for. First those that
 * have a word beginning with what was typed.
 */
export function commandsFor(role: Role, search: string): Command[] {
  const pages = pagesFor(role);
  if (search === "") return [...screens, ...pages.slice(0, 1)];
  const all = [...screens, ...acts, ...settings, ...pages];
  const wanted = search.toLowerCase();
  const isInside = ({ label, words = "" }: Command) =>
    `${label} ${words}`.toLowerCase().includes(wanted);
  const begins = ({ label }: Command) => ` ${label}`.toLowerCase().includes(` ${wanted}`);
  const found = all.filter(isInside);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

function pagesFor(role: Role): Command[] {
  if (role === "user") return [];
  const rooms = adminRooms(role).map(({ Icon, name, ...room }) => {
    return { ...room, label: name, icon: <Icon />, detail: "Admin" };
  });
  return [adminPanel, ...rooms];
}

export function recordingCommand({ id, filename, created_at }: Recording): Command {
  return {
    to: `/video/${id}`,
    label: filename,
    icon: <Film />,
    detail: formatDate(created_at),
  };
}

/** A command for each moment at which the words are said. */
export const saidCommands = ({ id, filename, matches }: FoundRecording): Command[] =>
  matches.map(({ at_seconds, text }) => ({
    to: `/video/${id}`,
    at: at_seconds,
    label: text,
    icon: <Captions />,
    detail: `${filename} · ${formatDuration(at_seconds)}`,
  }));
