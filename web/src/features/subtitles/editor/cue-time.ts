/** 75.4 → '1:15.400', 3675 → '1:01:15.000': as precise as files of subtitles are. */
export function formatCueTime(seconds: number) {
  const ms = Math.round(seconds * 1000);
  const [hours, minutes, rest] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    ms % 60_000,
  ];
  const short = `${(rest / 1000).toFixed(3)}`.padStart(6, "0");
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${short}`
    : `${minutes}:${short}`;
}

/** The seconds of a typed time: '1:15.4', '1:01:15', '75,4'; undefined if it is none. */
export function parseCueTime(typed: string): number | undefined {
  const read = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{0,3})?)$/.exec(typed.trim());
  if (!read) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = read;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
}
