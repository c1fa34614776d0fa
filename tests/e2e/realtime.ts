import type { Page } from "@playwright/test";

/** Call it before the page is opened: what is said on a topic before it is joined is not heard. */
export function joining(page: Page, topic: string): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const text = String(payload);
        if (text.includes(topic) && /phx_reply.*"ok"/.test(text)) resolve();
      }),
    );
  });
}
