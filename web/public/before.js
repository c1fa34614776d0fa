// Runs before everything else, from a file of its own: the policy allows no inline script.

// zod compiles its parsers where eval is allowed; asking whether it is breaks the policy already.
globalThis.__zod_globalConfig = { jitless: true };

// Where a browser forbids storage, asking for it throws; memory does for as long as the page is open.
for (const name of ["localStorage", "sessionStorage"]) {
  try {
    window[name].getItem("kinora");
  } catch {
    Object.defineProperty(window, name, { value: inMemory() });
  }
}

const theme = localStorage.getItem("kinora.theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

function inMemory() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
  };
}
