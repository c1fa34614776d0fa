// @vitest-environment happy-dom
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ourWords, serversWords, unlessAtField, type Write, write } from "#web/data/write.ts";
import { ApiError } from "#web/lib/api-error.ts";

afterEach(cleanup);

const cache = new QueryClient();
const refusal = (said: string | undefined, status = 409, fields = {}) =>
  new ApiError(status, "no", said, fields);

/** Acts as a component does: the outcome is looked at, so it is never an unhandled rejection. */
const begin = <Input, Answer>(one: Write<Input, Answer>, input: Input) =>
  new MutationObserver(cache, write(one)).mutate(input).catch(() => {});

describe("the toast of a write", () => {
  const failing = async (one: Partial<Write<null, never>>, error: unknown) => {
    const said: (string | undefined)[] = [];
    const failed = (_input: null, words: string | undefined) => void said.push(words);
    await begin({ send: () => Promise.reject(error), failed, ...one } as Write<null, never>, null); // half of a union, spread
    return said;
  };

  it("says what went well", async () => {
    await begin({ send: async () => "a name", success: (name) => `Called ${name}` }, null);
    await screen.findByText("Called a name");
  });

  it("says the server's words", async () => {
    const failure = serversWords("Failed to change");
    expect(await failing({ failure }, refusal("Too late"))).toEqual(["Too late"]);
    await screen.findByText("Too late");
  });

  it("says ours where the server had none or did not answer", async () => {
    const failure = serversWords("Failed to change the thing");
    expect(await failing({ failure }, refusal(undefined, 500))).toEqual([
      "Failed to change the thing",
    ]);
    await screen.findByText("Failed to change the thing");
    expect(await failing({ failure }, new TypeError("undefined is not a function"))).toEqual([
      "Failed to change the thing",
    ]);
  });

  it("says ours where the screen wants it so, but for what only the server knows", async () => {
    const failure = ourWords("Failed to add");
    expect(await failing({ failure }, refusal("Row 7 is missing"))).toEqual(["Failed to add"]);
    expect(await failing({ failure }, refusal("Try again in a minute", 429))).toEqual([
      "Try again in a minute",
    ]);
    expect(await failing({ failure }, refusal("You may only watch this", 403))).toEqual([
      "You may only watch this",
    ]);
    await screen.findByText("Failed to add");
    await screen.findByText("Try again in a minute");
  });

  it("is left out where the objection stands beside a field, or the page says it", async () => {
    const failure = unlessAtField("Login failed");
    const aboutFields = refusal("Invalid", 422, { email: "Not an address" });
    expect(await failing({ failure }, aboutFields)).toEqual([undefined]);
    expect(await failing({ failure }, refusal("Wrong password", 401))).toEqual(["Wrong password"]);
    expect(await failing({}, refusal("Wrong password", 401))).toEqual([undefined]);
    await screen.findByText("Wrong password");
  });
});
