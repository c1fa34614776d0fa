import { cx } from "#web/ui/cx.ts";

interface Props {
  src: string;
  onLoad?: (() => void) | undefined;
  className: string;
}

/** Stands where a video is about to be. Thumbnails are square, so it is soft: nobody sees it jump to the whole picture. */
export function PictureToCome({ src, onLoad, className }: Props) {
  return (
    <div className={cx("overflow-hidden bg-stage", className)}>
      <img src={src} alt="" onLoad={onLoad} className="size-full scale-105 object-cover blur-sm" />
    </div>
  );
}
