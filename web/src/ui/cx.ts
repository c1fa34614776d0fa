type Part = string | false | null | undefined;

/** Joins the class names that apply. */
export function cx(...parts: Part[]) {
  return parts.filter(Boolean).join(" ");
}
