export function Or() {
  return (
    <div className="flex items-center gap-4 text-13 text-ink-3">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
