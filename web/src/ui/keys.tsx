import { keyNames, type Shortcut } from "#web/lib/shortcuts.ts";
import { cx } from "./cx.ts";

/** A shortcut as the keys one presses: 'mod+k' is two of them. */
export function Keys({ keys, className }: { keys: string; className?: string | undefined }) {
  return (
    <span className={cx("flex gap-1", className)}>
      {keyNames(keys).map((key) => (
        <kbd
          key={key}
          className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] px-1.5 font-medium font-sans text-12 text-ink-2 inset-ring inset-ring-line"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

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
