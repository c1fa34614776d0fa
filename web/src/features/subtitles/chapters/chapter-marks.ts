import type { Chapter } from "#contract/chapters.ts";

/** What the seek bar shows of them. */
export const chapterMarks = (chapters: readonly Chapter[] = []) =>
  chapters.map(({ at_seconds: time, title }) => ({ kind: "chapter" as const, time, title }));
