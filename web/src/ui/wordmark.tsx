/** A kinora reel seen from its end: a ring of cards round one red hub. */
export function Mark({ size = 24 }: { size?: number | undefined }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true">
      <circle
        cx="16"
        cy="16"
        r="11.5"
        stroke="currentColor"
        strokeWidth="7"
        pathLength="32"
        strokeDasharray="1.15 .85"
      />
      <circle cx="16" cy="16" r="5" className="fill-red" />
    </svg>
  );
}

export function Wordmark({ size = 24 }: { size?: number | undefined }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-16 tracking-[-0.02em]">
      <Mark size={size} />
      Kinora
    </span>
  );
}
