import type { LineError } from "#api/captions/cue.ts";
import { invalid } from "#api/http/errors.ts";

/** Says the first in words, and each under the number of its line. */
export function refuseUnread(errors: readonly LineError[]): never {
  const [first] = errors;
  const fields = Object.fromEntries(errors.map(({ line, message }) => [`line ${line}`, message]));
  throw invalid(first ? `Line ${first.line}: ${first.message}` : "This cannot be read.", fields);
}
