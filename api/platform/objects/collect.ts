const REMIND_EVERY = 16 * 1024 * 1024;
const INSIST_EVERY = 8; // reminders
let passed = 0;
let reminders = 0;

/**
 * Called with every chunk that passes through us. The engine's collector weighs a chunk by its small
 * object and lets megabytes behind it pile up: it is reminded often, chooses the moment itself, and is
 * made to now and then, in case it was too busy. To insist each time held up every request, and cost an
 * upload a third of its processor time.
 */
export function countPassed(bytes: number): void {
  passed += bytes;
  if (passed < REMIND_EVERY) return;
  passed = 0;
  reminders += 1;
  Bun.gc(reminders % INSIST_EVERY === 0);
}

const INSIST_EVERY_BYTES = 16 * 1024 * 1024;
let carried = 0;

/** The same for what goes over the network: that is slower than any collector, and holds more copies at a time. */
export function countCarried(bytes: number): void {
  carried += bytes;
  if (carried < INSIST_EVERY_BYTES) return;
  carried = 0;
  Bun.gc(true);
}
