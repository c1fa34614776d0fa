import { MOST_CUES } from "#contract/subtitles.ts";
import { ARROW, cueFrom, type Reading, readingOf, tooManyCues } from "./cue.ts";
import { decoded, withoutTags } from "./markup.ts";

const HEADER = /^WEBVTT(?:\s|$)/;
/** Comments, styles and regions are no subtitles. */
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

export const isVtt = (content: string): boolean => HEADER.test(content.replace(/^\ufeff/, ""));

export function readVtt(lines: readonly string[]): Reading {
  const blocks = blocksOf(lines).slice(1);
  const excess = blocks[MOST_CUES];
  return excess ? tooManyCues(excess.line) : readingOf(blocks.map(readBlock));
}

interface Block {
  /** The number of the block's first line. */
  line: number;
  lines: string[];
}

/** The blocks of a file: the lines between blank lines. A time ends the header, and a cue that has one. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [at, line] of lines.entries()) {
    const isNext = hasTimes(line) && (blocks.length === 1 || open?.lines.some(hasTimes));
    if (isNext || line.trim() === "") open = undefined;
    if (open) open.lines.push(line);
    else if (line.trim() !== "") {
      open = { line: at + 1, lines: [line] };
      blocks.push(open);
    }
  }
  return blocks;
}

const hasTimes = (line: string) => line.includes(ARROW);

/** One block as a cue; a name may stand before its times. Null where nothing would be shown. */
function readBlock({ line, lines }: Block) {
  const at = lines.slice(0, 2).findIndex(hasTimes);
  if (at < 0)
    return ASIDE.test(lines[0] ?? "")
      ? null
      : { line, message: "A time is written as 00:00:01.000 --> 00:00:02.500." };
  const text = lines.slice(at + 1).map((said) => decoded(withoutTags(said)));
  return cueFrom(line + at, lines[at] ?? "", text);
}
