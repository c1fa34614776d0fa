const EVERY_BYTES = 16 * 1024 * 1024;
let passed = 0;

/**
 * Called with every chunk that passes through us. The engine's collector weighs a chunk by its small
 * object and lets megabytes behind it pile up: it is reminded often, and chooses the moment itself. To
 * collect at once held up every request, and cost an upload a third of its processor time.
 */
export function countPassed(bytes: number): void {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  Bun.gc(false);
}
