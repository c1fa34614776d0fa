import type { Cue, SubtitleFormat } from "#contract/subtitles.ts";
import { excessOf, type LineError, type Reading } from "./cue.ts";
import { readSrt } from "./read-srt.ts";
import { readTxt } from "./read-txt.ts";
import { isVtt, readVtt } from "./read-vtt.ts";
import { writeSrt, writeTxt, writeVtt } from "./write-captions.ts";

const writers: Record<SubtitleFormat, (cues: readonly Cue[]) => string> = {
  srt: writeSrt,
  vtt: writeVtt,
  txt: writeTxt,
};

export const writeCues = (cues: readonly Cue[], format: SubtitleFormat): string =>
  writers[format](cues);

/** The cues of a file that somebody brings; a plain text is matched with the cues that were `written` before. */
export function readCues(
  content: string,
  format: SubtitleFormat,
  written: readonly Cue[],
): Reading {
  if (format !== "txt") return readFile(content).reading;
  const excess = excessOf(content);
  return excess ? unread(excess) : readTxt(content, written);
}

/** The content decides the format of a file, not its name. */
export function readFile(content: string): { format: "srt" | "vtt"; reading: Reading } {
  const format = isVtt(content) ? "vtt" : "srt";
  const excess = excessOf(content);
  if (excess) return { format, reading: unread(excess) };
  return { format, reading: format === "vtt" ? readVtt(content) : readSrt(content) };
}

const unread = (error: LineError): Reading => ({ ok: false, errors: [error] });
