import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followTheme } from "#web/lib/browser/theme.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { restoreSession } from "#web/lib/session.ts";
import "#web/ui/styles.css";

export const queryClient = createQueryClient();

restoreSession();
followTheme();

const place = document.getElementById("root");
if (!place) throw new Error("the document has no #root");
const root = createRoot(place);
let isDrawn = false;

export const isSomethingDrawn = () => isDrawn;

export function draw(page: ReactNode) {
  isDrawn = true;
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </StrictMode>,
  );
}
