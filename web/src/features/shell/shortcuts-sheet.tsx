import { useActiveShortcuts } from "#web/lib/shortcuts.ts";
import { ShortcutList } from "#web/ui/keys.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";

/** The shortcuts of this page: each part that is mounted beneath lists its own. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const groups = Object.entries(Object.groupBy(useActiveShortcuts(), ({ group }) => group));
  return (
    <Dialog onClose={onClose} title="Shortcuts">
      <div className="grid gap-6">
        {groups.map(([group, shortcuts = []]) => (
          <section key={group} className="grid gap-1">
            <h3 className="font-medium text-12 text-ink-3">{group}</h3>
            <ShortcutList shortcuts={shortcuts} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
