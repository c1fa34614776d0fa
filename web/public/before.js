// Runs before everything else, from a file of its own: the policy allows no inline script.

// zod compiles its parsers where eval is allowed; asking whether it is breaks the policy already.
globalThis.__zod_globalConfig = { jitless: true };

try {
  const theme = localStorage.getItem("kinora.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that forbids storage has kept no theme.
}
