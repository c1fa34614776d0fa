export type Breakage =
  | "says nothing"
  | "falls silent half-way"
  | "is cut half-way"
  | "ends half-way";

/** The rest of an answer on a line that breaks. */
export async function broken(answer: Response, breakage: Breakage): Promise<Response> {
  if (breakage === "says nothing") return await new Promise<never>(() => {});
  const whole = await answer.bytes();
  const { status, headers } = answer;
  const half = whole.subarray(0, whole.length / 2);
  if (breakage === "ends half-way") return new Response(half, { status, headers });
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(half);
      }
      if (breakage === "is cut half-way") return controller.error(new Error("the line is cut"));
      await new Promise(() => {});
    },
  });
  return new Response(body, { status, headers });
}
