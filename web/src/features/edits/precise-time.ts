/** 65.25 → '1:05.2'; without tenths '1:05'. */
export function preciseTime(seconds: number, hasTenths = true): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 0.001));
  const whole = Math.floor(tenths / 10);
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return hasTenths ? `${text}.${tenths % 10}` : text;
}
