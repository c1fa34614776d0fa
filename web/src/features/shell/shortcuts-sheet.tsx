import { keyNames, useActiveShortcuts } from "#web/lib/shortcuts.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Kbd } from "#web/ui/kbd.tsx";

/** What the keyboard does on this page: whatever is mounted beneath says so itself. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const groups = Object.entries(Object.groupBy(useActiveShortcuts(), ({ group }) => group));
  return (
    <Dialog open onClose={onClose} title="Shortcuts">
      <div className="grid gap-6">
        {groups.map(([group, shortcuts = []]) => (
          <section key={group} className="grid gap-1">
            <h3 className="font-medium text-12 text-ink-3">{group}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div
                  key={keys}
                  className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0"
                >
                  <dt className="text-14">{label}</dt>
                  <dd className="flex gap-1">
                    {keyNames(keys).map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
