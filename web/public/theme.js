// Runs before the first paint, from a file of its own: the policy allows no inline script.
try {
  const theme = localStorage.getItem("kinora.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden; the system's theme is shown then.
}
