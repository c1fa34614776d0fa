/** Comes with every test file, also where it shares its modules with the files before it. */
import { afterAll } from "vitest";
import { tidyUp } from "./cleanup.ts";

afterAll(tidyUp);
