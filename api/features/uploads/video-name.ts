import { LONGEST_TITLE } from "#contract/recordings.ts";
import { isVisible, oneLine } from "#contract/text.ts";

const extension = /\.(mp4|m4v|mov|webm|mkv|avi)$/i;

/**
 * The title, which people see and change, and the name of the file where it came from. However long a name is, its
 * file type stays at its end. `called` is a title of its own.
 */
export function videoName(filename: string, called = "") {
  const name = oneLine(filename);
  const [ending = ""] = extension.exec(name) ?? [];
  const stem = shorten(name.slice(0, name.length - ending.length), LONGEST_TITLE);
  const title = [shorten(oneLine(called), LONGEST_TITLE), stem].find(isVisible) ?? "Recording";
  const original = isVisible(stem) ? shorten(stem, LONGEST_TITLE - ending.length) : "recording";
  return { original: original + ending, title };
}

const shorten = (text: string, most: number) => [...text].slice(0, most).join("").trim();
