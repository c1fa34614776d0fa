import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { Folder } from "#contract/folders.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { LibraryPage } from "#web/features/recordings/library/library-page.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

export const idOf = (number: number) =>
  `3f2b8a54-0d5e-4b7e-9f63-${String(number).padStart(12, "0")}`;
export const folder = (
  number: number,
  name: string,
  parent: number | null,
  recordings = 0,
): Folder => ({
  id: idOf(number),
  name,
  parent_id: parent === null ? null : idOf(parent),
  recordings,
  created_at: "2026-11-20T10:00:00Z",
});
export const [TALKS, AUTUMN, DEMOS] = [101, 102, 103];
export const tree = [
  folder(TALKS, "Talks", null, 2),
  folder(AUTUMN, "Autumn", TALKS),
  folder(DEMOS, "Demos", null),
];
const recordings = [1, 2].map((n) => recordingWith({ id: idOf(n), filename: `Talk ${n}` }));
export const all = { recordings, total: 2, has_more: false };

type Led = [LibraryAddress, boolean][];

function Library({ at, led }: { at: LibraryAddress; led: Led }) {
  const [address, setAddress] = useState(at);
  return (
    <TooltipGroup>
      <LibraryPage
        address={address}
        onAddress={(next, { replace }) => {
          led.push([next, replace]);
          setAddress(next);
        }}
        shareDialog={({ of, title }) => <p>{`Links of the ${of} ${title}`}</p>}
      />
    </TooltipGroup>
  );
}

/** The library with these folders at an address; says where it led, and what was changed. */
export async function library(folders: Folder[], at: LibraryAddress = {}, more = {}) {
  const led: Led = [];
  const asked = answers({
    "GET /recordings": all,
    "GET /folders": { folders },
    "GET /config": {},
    "POST /recordings/batch": { done: recordings.map(({ id }) => id), refused: [] },
    ...more,
  });
  await renderInApp(<Library at={at} led={led} />, { asks: true });
  await screen.findByText("Talk 1");
  const changes = () => asked.filter(([call]) => !/^GET|media-token$/.test(call));
  return { led, changes };
}
export const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
export const item = async (menu: string, name: string) => {
  await press(menu);
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};
export const nav = (name: string) =>
  within(screen.getAllByRole("navigation", { name })[0] ?? document.body);
export const dialog = (name: string) => screen.findByRole("dialog", { name });
