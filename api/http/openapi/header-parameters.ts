/** Parameters are read one after the other, each from where the last one ended: each character is looked at once. */
const PARAMETER = /;[ \t]*(?:([^\s;="]+)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;"]*))[ \t]*)?/y;

/**
 * The value of a header like `form-data; name="video"; filename=a.webm`: what stands before the first semicolon, and
 * the values by their names, in small letters; of two with the same name the first counts. Undefined when any part of
 * the text is no parameter.
 */
export function readParameters(text: string) {
  const [kind = ""] = text.split(";", 1);
  const parameters = new Map<string, string>();
  const rest = text.slice(kind.length).trimEnd();
  PARAMETER.lastIndex = 0;
  for (let at = 0; at < rest.length; at = PARAMETER.lastIndex) {
    const match = PARAMETER.exec(rest);
    if (!match) return undefined;
    const [, name, quoted, plain = ""] = match;
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key)) parameters.set(key, quoted ?? plain);
  }
  return { kind: kind.trim().toLowerCase(), parameters };
}

/** A value as in `filename*=UTF-8''na%C3%AFve.webm` (RFC 8187); undefined when it is none. */
export function decodeExtended(value: string): string | undefined {
  const [, text] = /^utf-8'[^']*'([^']*)$/i.exec(value) ?? [];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
