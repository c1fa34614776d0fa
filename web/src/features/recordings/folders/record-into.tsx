import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { foldersQuery, inTree } from "#web/data/folders.ts";
import { recordInto } from "#web/lib/record-into.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { idOf, places, TOP } from "./folder-head.tsx";

/** Where the next recording will lie. Nothing is asked of people who have no folders. */
export function RecordInto() {
  const folders = inTree(useQuery(foldersQuery).data ?? []);
  const [chosen, choose] = useState(recordInto.read);
  if (folders.length === 0) return null;
  return (
    <Select
      label="Save into folder"
      value={folders.some(({ id }) => id === chosen) ? chosen : TOP}
      options={places(folders)}
      onChange={(choice) => {
        const folder = idOf(choice) ?? "";
        recordInto.write(folder);
        choose(folder);
      }}
      className="max-w-80"
    />
  );
}
