/** A little less than the most that is taken: 19,000 cues in 4.9 MB. */
export function largeSubtitle(): string {
  const cues = Array.from({ length: 19_000 }, (_, n) => {
    const at = (s: number) => new Date(s * 1000).toISOString().slice(11, 23).replace(".", ",");
    const words = Array.from({ length: 27 }, (_, w) => `word${(n * 7 + w * 13) % 900}`);
    return `${n + 1}\n${at(n * 2)} --> ${at(n * 2 + 1)}\n${words.join(" ")}\n`;
  });
  return cues.join("\n");
}
