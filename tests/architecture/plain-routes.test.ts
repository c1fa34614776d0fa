import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { parse, sourceFiles } from "./sources.ts";

/** The calls that no `serve` serves, because the contract cannot say all of what they do. */
const plain: Record<string, readonly string[]> = {
  "answers with the bytes of a video, a picture or an archive": [
    ...["getThumbnail", "getContactSheet", "streamRecording", "downloadRecording"],
    "getLive",
  ],
  "reads a stream, a form or a text that stays as it came": [
    ...["saveRecording", "importVideo", "setThumbnail", "setContactSheet"],
    ...["uploadSubtitle", "editSubtitle", "receiveStripeEvent"],
  ],
  "speaks TUS": [
    "createUpload",
    "getUploadCapabilities",
    "getUpload",
    "appendToUpload",
    "abandonUpload",
  ],
};

test("every call but the listed ones is served as the contract says it", () => {
  const text = sourceFiles()
    .filter((file) => /^api\/features\/.*-routes\.ts$/.test(file))
    .map((file) => parse(file).text)
    .join("\n");
  const isServed = (id: string) => new RegExp(`\\bserve\\(\\s*${id}Call\\b`).test(text);
  const unserved = operations.flatMap(({ id }) => (isServed(id) ? [] : [id]));
  expect(unserved.toSorted()).toEqual(Object.values(plain).flat().toSorted());
  expect(unserved.length).toBeLessThanOrEqual(19);
});
