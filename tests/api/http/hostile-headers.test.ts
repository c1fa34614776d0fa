import { expect, test } from "vitest";

/** So long that a parser that looks twice at a piece of it for each character takes hours. */
const LONG = 1_000_000;
const FAR_MORE_THAN_NEEDED = 30_000;

const named = 'Content-Disposition: form-data; name="a"';

test.each([
  ["a type of blanks", `${named}\r\nContent-Type: x${" ".repeat(LONG)}x`, "read"],
  ["a type of small words", `${named}\r\nContent-Type: ${"x ".repeat(LONG / 2)}`, "read"],
  ["other lines", `${"a:\r\n".repeat(LONG / 4)}${named}`, "read"],
  ["blanks before nothing", `${named};${" ".repeat(LONG)}x`, "header"],
  ["semicolons", `${named}${";".repeat(LONG)}x x`, "header"],
  ["quotation marks", `${named}; filename=${'"'.repeat(LONG)}`, "header"],
  ["a name without a value", `${named}; ${"name".repeat(LONG / 4)}`, "header"],
])("a million bytes of %s in a part's header cost no time", async (_, header, answer) => {
  // A pattern that has begun cannot be interrupted from within its process.
  const child = Bun.spawn([process.execPath, "--eval", readsHeader], {
    stdin: new Blob([`--b\r\n${header}\r\n\r\nv\r\n--b--`]),
    stdout: "pipe",
    stderr: "inherit",
    timeout: FAR_MORE_THAN_NEEDED,
  });
  expect((await new Response(child.stdout).text()).trim()).toBe(answer);
});

const readsHeader = `
  const { readMultipart } = await import("#api/http/multipart.ts");
  const limits = { maxFileBytes: 1, maxHeaderBytes: ${2 * LONG} };
  try {
    for await (const part of readMultipart(Bun.stdin.stream(), "multipart/form-data; boundary=b", limits));
    console.log("read");
  } catch (error) {
    console.log(error.code);
  }
`;
