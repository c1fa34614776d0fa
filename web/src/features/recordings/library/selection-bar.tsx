import { FolderInput, Trash2 } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";

interface Props {
  count: number;
  /** The number of recordings on this page. */
  onPage: number;
  isDeleting: boolean;
  onAll: (all: boolean) => void;
  onMove: () => void;
  onDelete: () => void;
}

/** A narrow screen has room for the words alone. */
const BARE_ON_PHONES = "max-sm:[&_svg]:hidden";

/** Takes the toolbar's place while something is selected, and stays in sight. */
export function SelectionBar({ count, onPage, isDeleting, onAll, onMove, onDelete }: Props) {
  const isAll = count === onPage;
  return (
    <div
      role="toolbar"
      aria-label="Selected recordings"
      className="sticky top-[68px] z-10 flex h-10 items-center gap-2.5 rounded-8 bg-raised pr-1 pl-3 inset-ring inset-ring-line md:top-3"
    >
      <Checkbox
        label="Select all on this page"
        checked={isAll}
        partly={!isAll}
        onChange={() => onAll(!isAll)}
      />
      <p aria-live="polite" className="flex-1 font-medium text-14 tabular-nums">
        {count} selected
      </p>
      <Button size="sm" tone="quiet" onClick={() => onAll(false)}>
        Cancel
      </Button>
      <Button size="sm" icon={<FolderInput />} className={BARE_ON_PHONES} onClick={onMove}>
        Move
      </Button>
      <Button
        size="sm"
        tone="danger"
        icon={<Trash2 />}
        className={BARE_ON_PHONES}
        busy={isDeleting}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  );
}
