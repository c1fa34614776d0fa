import { cx } from "./cx.ts";

interface Props {
  label: string;
  /** 0 to 100; undefined while it cannot be known. */
  value: number | undefined;
  /** It is nearly full from WARN_AT on, and is then drawn so. */
  warns?: boolean;
}

export const WARN_AT = 80;

export function Progress({ label, value, warns }: Props) {
  const shown = value === undefined ? undefined : Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown === undefined ? undefined : Math.round(shown)}
      className="h-1.5 overflow-hidden rounded-full bg-wash-2"
    >
      <div
        className={cx(
          "h-full origin-left rounded-full transition-transform duration-(--calm)",
          warns && shown !== undefined && shown >= WARN_AT ? "bg-warn" : "bg-ink",
        )}
        style={{
          transform: `scaleX(${(shown ?? 100) / 100})`,
          opacity: shown === undefined ? 0.4 : 1,
        }}
      />
    </div>
  );
}
