/** The files that a run of the tests takes. */
import { root } from "./run.ts";

/** Taken by `--all` and by words: tests that wait for processes, or try much where a change seldom reaches. */
const SECOND = [
  "tests/e2e/**", // journeys in a real browser
  "tests/faults/**",
  "tests/api/admin/operator.test.ts", // each command by a process of its own
  "tests/api/auth/{second-factor,second-step}.test.ts", // passwords are hashed at each step
  "tests/api/client/**",
  "tests/api/drive/{storing,tokens,watching}.test.ts", // Google fails in each way
  "tests/api/edits/{browser,cut,every-address,full-disk,loudness,parts,rendering,swap}.test.ts", // each makes films
  "tests/api/http/{fuzz,generated-client,secrets-in-log,words}.test.ts",
  "tests/api/media/cut/cut-film.test.ts", // long films in each codec, picture by picture
  "tests/api/media/{audio-level,growing,live-take,memory,prepare,speech,watch}.test.ts", // a process for each film
  "tests/api/moves/{drive,failures,interruptions,pictures,stores}.test.ts", // each store breaks in each way
  "tests/api/objects/{broken-lines,patient-fetch,storage-away,supabase-limits}.test.ts",
  "tests/api/recordings/{contact-sheet,drawn-thumbnail,processing,sheet-drawing}.test.ts", // a process for each film
  "tests/api/recordings/on-the-wire.test.ts", // waits for Bun to close what it sends
  "tests/api/platform/{both-modes,ended-run,keep-running,logins,open,silent-database,two-starts}.test.ts",
  "tests/api/realtime/several-processes.test.ts",
  "tests/api/subscriptions/stripe-away.test.ts", // each call, at each step
  "tests/api/subtitles/{real-speech,transcribing,transcribing-here,while-recording}.test.ts",
  "tests/api/takeout/large-account.test.ts",
  "tests/api/uploads/full-disk.test.ts",
  "tests/web/first-load.test.ts", // builds the client
];

const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(root)].sort();

export const testFiles = () => scan("tests/**/*.test.{ts,tsx}");
export const journeyFiles = () => scan("tests/e2e/**/*.spec.ts");

export const inFirstTier = (path: string) =>
  !SECOND.some((pattern) => new Bun.Glob(pattern).match(path));
