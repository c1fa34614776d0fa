import { stored } from "./browser/browser-storage.ts";

const last = stored({ key: "kinora.folder", schema: { parse: String }, fallback: "" });
let own: string | undefined;

/** The folder into which this tab records, at first the last choice in any tab; empty: the top. */
export const recordInto = {
  read: () => (own ??= last.read()),
  write(folder: string) {
    own = folder;
    last.write(folder);
  },
};
