/** The files that a run of the tests takes. */
import { root } from "./run.ts";

/** Taken by `--all` and by words: tests that wait for processes, or try much where a change seldom reaches. */
const SECOND = [
  "tests/e2e/**", // journeys in a real browser
  "tests/faults/**",
  "tests/api/client/**",
  "tests/api/edits/{browser,every-address,rendering,swap}.test.ts", // each makes films
  "tests/api/http/{fuzz,generated-client,words}.test.ts",
  "tests/api/media/cut/cut-film.test.ts", // long films in each codec, picture by picture
  "tests/api/media/live-take.test.ts",
  "tests/api/moves/failures.test.ts", // each store breaks in each way
  "tests/api/objects/{broken-lines,patient-fetch}.test.ts",
  "tests/api/recordings/on-the-wire.test.ts", // waits for Bun to close what it sends
  "tests/api/platform/{both-modes,ended-run,keep-running,logins,open,silent-database,two-starts}.test.ts",
  "tests/api/realtime/several-processes.test.ts",
  "tests/api/subscriptions/stripe-away.test.ts", // each call, at each step
  "tests/api/subtitles/{real-speech,transcribing,transcribing-here,while-recording}.test.ts",
  "tests/web/first-load.test.ts", // builds the client
];

const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(root)].sort();

export const testFiles = () => scan("tests/**/*.test.{ts,tsx}");
export const journeyFiles = () => scan("tests/e2e/**/*.spec.ts");

export const inFirstTier = (path: string) =>
  !SECOND.some((pattern) => new Bun.Glob(pattern).match(path));
