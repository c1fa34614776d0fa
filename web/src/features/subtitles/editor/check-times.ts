interface Timed {
  id: number;
  start: number;
  end: number;
}

/** The objection to new times of one cue among its neighbours, in words. */
export function checkTimes(
  cues: readonly Timed[],
  { id, start, end }: Timed,
  duration: number | null,
): string | undefined {
  const index = cues.findIndex((cue) => cue.id === id);
  const old = cues[index];
  if (!old) return undefined;
  const [before, after] = [cues[index - 1], cues[index + 1]];
  if (!(start >= 0)) return "A line begins at 0:00 or later";
  if (!(end > start)) return "A line ends after it begins";
  // Files of others may hold lines that overlap or run past the end; those may stay, not grow.
  if (before && start < before.end && start < old.start)
    return "This would overlap the line before";
  if (after && end > after.start && end > old.end) return "This would overlap the line after";
  if (before && start < before.start) return "This would begin before the line before";
  if (after && start > after.start) return "This would begin after the line after";
  if (duration !== null && end > duration && end > old.end)
    return "This would end after the recording";
  return undefined;
}
