import {
  LARGEST_SHEET_BYTES,
  MOST_TILES,
  type SheetShape,
  tileSize,
} from "#contract/contact-sheets.ts";
import { noTiles, placeOf, sheetSize, thinned, whatIsDue } from "#web/lib/contact-sheet.ts";
import { unseenVideo } from "./camera/composite.ts";

export type GrowingSheet = ReturnType<typeof growSheet>;

/** Pictures of a recording's moments, taken while it is made: of what is shown, so that nothing is decoded for them. */
export function growSheet(track: MediaStreamTrack) {
  const video = unseenVideo(new MediaStream([track]));
  void video.play().catch(() => {}); // where it does not play there are no pictures, and that is all
  const canvas = document.createElement("canvas");
  const pencil = canvas.getContext("2d", { alpha: false });
  let growth = noTiles;
  let tile = { tile_width: 0, tile_height: 0 };

  /** The grid has the shape of the first picture; what changes its shape later is fitted into that. */
  const begin = () => {
    tile = tileSize(video.videoWidth, video.videoHeight);
    Object.assign(canvas, sheetSize({ ...tile, tiles: MOST_TILES }));
  };
  const draw = () => {
    const { x, y } = placeOf(growth.tiles, tile);
    const { tile_width: width, tile_height: height } = tile;
    const scale = Math.min(width / video.videoWidth, height / video.videoHeight);
    const [w, h] = [video.videoWidth * scale, video.videoHeight * scale];
    pencil?.clearRect(x, y, width, height);
    pencil?.drawImage(video, x + (width - w) / 2, y + (height - h) / 2, w, h);
    growth = { ...growth, tiles: growth.tiles + 1 };
  };
  const thin = () => {
    growth = thinned(growth);
    const { tile_width: width, tile_height: height } = tile;
    for (let kept = 1; kept < growth.tiles; kept++) {
      const [from, to] = [placeOf(kept * 2, tile), placeOf(kept, tile)];
      pencil?.drawImage(canvas, from.x, from.y, width, height, to.x, to.y, width, height);
    }
  };
  return {
    reach(seconds: number) {
      if (video.videoWidth === 0) return;
      if (growth.tiles === 0) begin();
      for (let due = whatIsDue(growth, seconds); due !== "nothing"; ) {
        if (due === "picture") draw();
        else thin();
        due = whatIsDue(growth, seconds);
      }
    },
    async finish() {
      video.srcObject = null;
      if (growth.tiles === 0) return null;
      const shape: SheetShape = { ...growth, ...tile };
      const picture = await encode(canvas, sheetSize(shape));
      return picture && { shape, picture };
    },
  };
}

/** Qualities from a good one to one that is always small enough. */
const QUALITIES = [0.7, 0.5, 0.3, 0.1];

async function encode(canvas: HTMLCanvasElement, size: { width: number; height: number }) {
  const cut = document.createElement("canvas");
  Object.assign(cut, size);
  cut.getContext("2d", { alpha: false })?.drawImage(canvas, 0, 0);
  for (const quality of QUALITIES) {
    const picture = await new Promise<Blob | null>((resolve) =>
      cut.toBlob(resolve, "image/jpeg", quality),
    );
    if (picture && picture.size <= LARGEST_SHEET_BYTES) return picture;
  }
  return null;
}
