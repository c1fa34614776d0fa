/** Where a key leads in a grid that is read row by row; the same place where it leads nowhere. */
export function gridStep(key: string, from: number, columns: number, count: number): number {
  const to = target(key, from, columns, count);
  return to >= 0 && to < count ? to : from;
}

function target(key: string, from: number, columns: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return from + 1;
    case "ArrowLeft":
      return from - 1;
    case "ArrowUp":
      return from - columns;
    case "ArrowDown":
      return stepDown(from, columns, count);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return from;
  }
}

/** Above an unfinished last row, down leads to its end rather than nowhere. */
function stepDown(from: number, columns: number, count: number): number {
  const hasRowBelow = Math.floor(from / columns) < Math.floor((count - 1) / columns);
  return hasRowBelow ? Math.min(from + columns, count - 1) : from;
}
