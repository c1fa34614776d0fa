import { only, stored } from "./browser/browser-storage.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/** The folder into which this browser records; empty: the top. */
export const recordInto = stored({ key: "kinora.folder", schema: only(isText), fallback: "" });
