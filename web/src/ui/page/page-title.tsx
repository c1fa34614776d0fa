import { useMatches } from "@tanstack/react-router";

/** The title of the tab, as the innermost route says. No route has anything else for the head of the document. */
export function PageTitle() {
  const title = useMatches({
    select: (matches) =>
      matches.flatMap(({ meta }) => meta?.flatMap((tag) => tag?.title ?? []) ?? []).at(-1),
  });
  return <title>{title ?? "Kinora"}</title>;
}
