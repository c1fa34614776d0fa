import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

/** Ada is signed in before each test of the file, on pages without realtime. */
export function signedInAsAda() {
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await loadToasts();
  });
  beforeEach(() => signIn({ token: "of-ada", user: ada }));
  afterEach(() => {
    cleanup();
    signOut();
  });
}
