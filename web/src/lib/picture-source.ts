export type PictureSource = "screen" | "camera";

type Offers = Partial<Record<"getDisplayMedia" | "getUserMedia", unknown>>;

/** The source that a browser can record: most browsers on phones know no screen, and some know nothing at all. */
export function pictureSourceOf(devices: Offers | undefined): PictureSource | null {
  if (typeof devices?.getDisplayMedia === "function") return "screen";
  return typeof devices?.getUserMedia === "function" ? "camera" : null;
}

export const pictureSource = () => pictureSourceOf(navigator.mediaDevices);
