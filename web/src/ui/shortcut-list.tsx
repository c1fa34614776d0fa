import type { Shortcut } from "#web/lib/shortcuts.ts";
import { Keys } from "./keys.tsx";

/** The keys and their effects, a line each. */
export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl>
      {shortcuts.map(({ keys, label }) => (
        <div
          key={keys}
          className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0"
        >
          <dt className="text-14">{label}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
