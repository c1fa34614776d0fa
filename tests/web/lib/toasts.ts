import { cleanup, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, expect } from "vitest";
import { loadToasts } from "#web/ui/layers/toast.ts";

/** Messages are shown from the first test of the file on, and no test meets those of another. */
export function withToasts() {
  beforeAll(loadToasts);
  afterEach(async () => {
    cleanup();
    toast.dismiss();
    await waitFor(() => expect(document.querySelector("[data-sonner-toast]")).toBeNull());
  });
}
