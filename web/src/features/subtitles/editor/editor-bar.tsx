import { ArrowLeftToLine, ArrowRightToLine, Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import { controlLook } from "#web/ui/controls/field.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";
import type { useEditing } from "./use-editing.ts";

/** The controls for all lines at once. */
export function EditorBar({ editing: all }: { editing: ReturnType<typeof useEditing> }) {
  const { editing, edit, isUnsaved, isSaving, save } = all;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Tooltip text="Undo">
        <IconButton
          size="sm"
          label="Undo"
          disabled={editing.past.length === 0}
          onClick={() => edit({ do: "undo" })}
        >
          <Undo2 />
        </IconButton>
      </Tooltip>
      <Tooltip text="Redo">
        <IconButton
          size="sm"
          label="Redo"
          disabled={editing.future.length === 0}
          onClick={() => edit({ do: "redo" })}
        >
          <Redo2 />
        </IconButton>
      </Tooltip>
      <ShiftAll onShift={(by) => edit({ do: "shift", id: null, by })} />
      <span className="flex-1" />
      <Button size="sm" tone="primary" disabled={!isUnsaved} busy={isSaving} onClick={() => save()}>
        {isUnsaved || isSaving ? "Save" : "Saved"}
      </Button>
    </div>
  );
}

const USUAL_SHIFT = 0.5;

/** Moves all lines earlier or later, by as many seconds as are typed. */
function ShiftAll({ onShift }: { onShift: (by: number) => void }) {
  const [by, setBy] = useState(USUAL_SHIFT);
  const shift = (direction: number) => Number.isFinite(by) && onShift(direction * by);
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Shift all lines</legend>
      <Tooltip text="All lines earlier">
        <IconButton size="sm" label="All lines earlier" onClick={() => shift(-1)}>
          <ArrowLeftToLine />
        </IconButton>
      </Tooltip>
      <label className="flex items-center gap-1 text-13 text-ink-2">
        <input
          type="number"
          aria-label="Seconds to shift all lines by"
          min={0}
          step={0.1}
          value={Number.isFinite(by) ? by : ""}
          onChange={({ target }) => setBy(target.valueAsNumber)}
          className={cx(controlLook, "!w-14 !px-2 h-8 text-13 tabular-nums")}
        />
        s
      </label>
      <Tooltip text="All lines later">
        <IconButton size="sm" label="All lines later" onClick={() => shift(1)}>
          <ArrowRightToLine />
        </IconButton>
      </Tooltip>
    </fieldset>
  );
}
