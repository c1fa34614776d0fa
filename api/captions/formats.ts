import type { Cue, SubtitleFormat } from "#contract/subtitles.ts";
import type { Reading } from "./cue.ts";
import { readSrt } from "./read-srt.ts";
import { readTxt } from "./read-txt.ts";
import { isVtt, readVtt } from "./read-vtt.ts";
import { writeSrt } from "./write-srt.ts";
import { writeTxt } from "./write-txt.ts";
import { writeVtt } from "./write-vtt.ts";

const writers: Record<SubtitleFormat, (cues: readonly Cue[]) => string> = {
  srt: writeSrt,
  vtt: writeVtt,
  txt: writeTxt,
};

export const writeCues = (cues: readonly Cue[], format: SubtitleFormat): string =>
  writers[format](cues);

/** What somebody made of `written`, or brings instead. */
export function readCues(content: string, format: SubtitleFormat, written: readonly Cue[]) {
  return format === "txt" ? readTxt(content, written) : readFile(content).reading;
}

/** A file says itself what it is, whatever it is called. */
export function readFile(content: string): { format: "srt" | "vtt"; reading: Reading } {
  return isVtt(content)
    ? { format: "vtt", reading: readVtt(content) }
    : { format: "srt", reading: readSrt(content) };
}
