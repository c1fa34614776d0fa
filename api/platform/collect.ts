const REMIND_EVERY = 16 * 1024 * 1024;

/**
 * The engine's collector weighs a chunk by its small object and lets megabytes behind it pile up: it is
 * reminded often and chooses the moment itself; each few reminders it is made to, in case it was too busy.
 * To insist each time holds up every request, and cost an upload a third of its processor time.
 */
function counting({ insistEvery }: { insistEvery: number }) {
  let passed = 0;
  let reminders = 0;
  return (bytes: number): void => {
    passed += bytes;
    if (passed < REMIND_EVERY) return;
    passed = 0;
    reminders += 1;
    Bun.gc(reminders % insistEvery === 0);
  };
}

/** Called with every chunk that passes through us. */
export const countPassed = counting({ insistEvery: 8 });

/** With what goes over the network: that is slower than any collector, and holds more copies at a time. */
export const countCarried = counting({ insistEvery: 1 });
