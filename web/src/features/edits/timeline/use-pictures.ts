import { useEffect, useState } from "react";
import type { SheetShape } from "#contract/contact-sheets.ts";

export interface Pictures {
  src: string;
  shape: SheetShape;
}

/** The contact sheet, once it is there. */
export function usePictures(pictures: Pictures | undefined) {
  const [loaded, setLoaded] = useState<{ image: HTMLImageElement; shape: SheetShape }>();
  const src = pictures?.src;
  const shape = pictures?.shape;
  useEffect(() => {
    if (!src || !shape) return setLoaded(undefined);
    const image = new Image();
    image.onload = () => setLoaded({ image, shape });
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src, shape]);
  return loaded;
}
