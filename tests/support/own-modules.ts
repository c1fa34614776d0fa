/** Comes with tests that share a worker: modules of the product begin anew with each file, those of libraries stay. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.resetModules();
});
