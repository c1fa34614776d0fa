type Part = string | false | null | undefined;

export function cx(...parts: Part[]) {
  return parts.filter(Boolean).join(" ");
}
