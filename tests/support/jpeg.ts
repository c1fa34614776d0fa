/** The shape of a sheet of pictures, as its sender states it. */
export const sheetQuery = "tiles=3&seconds_each=2&tile_width=160&tile_height=90";

/** A picture that begins and ends as every JPEG does. */
export function jpeg(size = 5000, filling = 0): Uint8Array {
  const bytes = new Uint8Array(size).fill(filling);
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  bytes.set([0xff, 0xd9], size - 2);
  return bytes;
}
