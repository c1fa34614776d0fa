import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { type Method, type SignedIn, testApp } from "#tests/support/app.ts";
import { sheetQuery } from "#tests/support/jpeg.ts";
import { readRecording, saveVideo } from "#tests/support/saving.ts";

const app = await testApp();

let ada: SignedIn;
let ben: SignedIn;
let hers: string;
let his: string;
beforeAll(async () => {
  [ada, ben] = [await app.person(), await app.person()];
  hers = (await saveVideo(ada)).id;
  his = (await saveVideo(ben)).id;
});

const picture = Buffer.from([0xff, 0xd8, 0xff, ...new Array(200).fill(0), 0xff, 0xd9]);
const bodies: Record<string, unknown> = {
  "PUT /recordings/{id}": { filename: "Taken" },
  "POST /recordings/{id}/thumbnail": picture,
  "POST /recordings/{id}/contact-sheet": picture,
  "POST /recordings/{id}/move": { storage_type: "s3" },
};

/** Every call about one recording that this feature answers; the contract knows them all. */
const calls = operations
  .map(({ call }) => call)
  .filter((call) =>
    /^\w+ \/recordings\/\{id\}(\/(metadata|thumbnail|contact-sheet|stream|download|media-token|receipt|move))?$/.test(
      call,
    ),
  );

const addressOf = (path: string, id: string) =>
  path.replace("{id}", id).replace(/contact-sheet$/, `contact-sheet?${sheetQuery}`);

describe("somebody else's recording", () => {
  it("is asked about by every call there is", () => {
    expect(calls.length).toBe(14);
  });

  it.each(calls)("does not exist for %s", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const response = await ben.call(method as Method, addressOf(path, hers), bodies[call]); // the contract's calls begin with one
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  });

  it.each(["stream", "download", "thumbnail", "contact-sheet"])(
    "opens no %s by tokens in the address",
    async (what) => {
      const { token } = await (await ben.call("POST", `/recordings/${his}/media-token`)).json();
      for (const key of [token, ben.token]) {
        const response = await app.request(`/api/recordings/${hers}/${what}?token=${key}`);
        expect(response.status).toBe(404);
      }
      expect((await app.request(`/api/recordings/${hers}/${what}?token=nonsense`)).status).toBe(
        401,
      );
      expect((await app.request(`/api/recordings/${hers}/${what}`)).status).toBe(401);
    },
  );

  it("is unchanged after all of this", async () => {
    expect(await readRecording(ada, hers)).toMatchObject({
      filename: "recorded",
      thumbnail_path: null,
    });
    expect((await ada.call("GET", `/recordings/${hers}/stream`)).status).toBe(200);
  });

  it("stands in no list but its owner's", async () => {
    const ids = async (person: SignedIn) => {
      const { recordings } = await (await person.call("GET", "/recordings?search=recorded")).json();
      return recordings.map(({ id }: { id: string }) => id);
    };
    expect(await ids(ada)).toEqual([hers]);
    expect(await ids(ben)).toEqual([his]);
  });
});
