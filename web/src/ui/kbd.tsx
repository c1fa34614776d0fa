/** One key; compose several for a chord. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] px-1.5 font-medium font-sans text-12 text-ink-2 inset-ring inset-ring-line">
      {children}
    </kbd>
  );
}
