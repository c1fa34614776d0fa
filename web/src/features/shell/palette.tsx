import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { logOut } from "#web/data/auth.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { useUser } from "#web/lib/session.ts";
import { itemLook } from "#web/ui/layers/menu.tsx";
import { askToLogOut } from "#web/ui/page/account-foot.tsx";
import { type Command, commandsFor, recordingCommand, saidCommands } from "./palette-commands.tsx";

export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const go = (command: Command) => {
    onClose();
    if ("to" in command) void navigate(placeOf(command));
    else if (command.act === "theme") setTheme(command.theme);
    else void askToLogOut(logOut);
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
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
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
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
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
