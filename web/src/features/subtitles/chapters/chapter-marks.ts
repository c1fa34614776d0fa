import type { Chapter } from "#contract/chapters.ts";

export const chapterMarks = (chapters: readonly Chapter[] = []) =>
  chapters
    .filter(({ removed }) => !removed)
    .map(({ at_seconds: time, title }) => ({ kind: "chapter" as const, time, title }));
