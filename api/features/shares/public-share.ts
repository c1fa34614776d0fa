import type { Db } from "#api/platform/database.ts";

/** The facts that other sites may show of a link, because it opens for everybody. */
export interface PublicShare {
  title: string;
  author_name: string;
  width: number | null;
  height: number | null;
  has_thumbnail: boolean;
  is_folder: boolean;
}

export async function publicShare(service: Db, token: string): Promise<PublicShare | undefined> {
  const [share] = await service<PublicShare[]>`select * from private.public_share(${token})`;
  return share;
}

const DEFAULT_RATIO = 16 / 9;

/** The largest player in the video's shape that fits. */
export function playerSize(
  share: PublicShare,
  maxWidth = 960,
  maxHeight = Number.POSITIVE_INFINITY,
) {
  const ratio = share.width && share.height ? share.width / share.height : DEFAULT_RATIO;
  const width = Math.min(maxWidth, maxHeight * ratio);
  return { width: Math.round(width), height: Math.round(width / ratio) };
}
