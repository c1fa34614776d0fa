import { expect, type Page } from "@playwright/test";

/**
 * Call it before the page is opened, and what it gives when the page must have joined: what is said
 * on a topic before that is not heard.
 */
export function joining(page: Page, topic: string): () => Promise<void> {
  let hasJoined = false;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const text = String(payload);
      if (text.includes(topic) && /phx_reply.*"ok"/.test(text)) hasJoined = true;
    }),
  );
  return () => expect.poll(() => hasJoined, { message: `joins ${topic}` }).toBe(true);
}

/** Call it before the page is opened: it hears nothing, and so reads nothing anew that the test does not ask for. */
export const hearingNothing = (page: Page) => page.routeWebSocket(/\/realtime\//, () => {});
