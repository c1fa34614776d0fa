import { join } from "node:path";
import { expect, test } from "vitest";
import { cutFilm } from "#api/media/cut/cut-film.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import { makeNumberedFilm, picturesOf } from "#tests/support/numbered-film.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const ffmpeg = await findFfmpeg();

test.skipIf(!ffmpeg)(
  "a picture that stood for a minute stands in the cut, and none that came after it",
  async () => {
    const directory = temporaryDirectory();
    const [source, destination] = [join(directory, "standing.mp4"), join(directory, "cut.mp4")];
    const standing = "-vf setpts=PTS+gte(T\\,4)*60/TB -vsync vfr -an";
    await makeNumberedFilm(source, 8, `${standing} -c:v libx264 -bf 3 -b_strategy 0 -g 999`);
    const kept = [
      { start: 0.5, end: 10 },
      { start: 64.5, end: 66 },
    ];
    await cutFilm({ source, container: "mp4", kept, destination, directory, ffmpeg });
    const numbers = (await picturesOf(destination)).map(({ number }) => number);
    const upTo = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => from + n);
    expect(numbers).toEqual([...upTo(15, 120), ...upTo(135, 180)]);
  },
);
