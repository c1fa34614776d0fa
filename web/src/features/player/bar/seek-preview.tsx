import type { Sheet } from "#web/features/player/player-props.ts";
import { type Dot, percentOf } from "#web/features/player/timeline.ts";
import { sheetSize, tileAt } from "#web/lib/contact-sheet.ts";
import { counted, formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";

interface Props {
  time: number;
  reach: number;
  sheet: Sheet | undefined;
  /** The comments said here, if the pointer is on their dot. */
  dot: Dot | undefined;
  chapter: string | undefined;
}

/** The moment that a press would go to: its picture, and its comments. */
export function SeekPreview({ time, reach, sheet, dot, chapter }: Props) {
  const comments = dot?.comments ?? [];
  const first = comments.find(({ says }) => says)?.says;
  const others = comments.length - (first ? 1 : 0);
  const moment = dot?.time ?? time;
  const at = percentOf(moment, reach);
  return (
    <div
      aria-hidden="true"
      data-testid="seek-preview"
      // Pulled towards the middle by as much as it is off it, so that it never leaves the frame.
      style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}
      className={cx(
        "pointer-events-none absolute bottom-full z-10 mb-2 grid gap-0.5 overflow-hidden rounded-8 bg-on-stage px-2.5 py-1 text-12 text-stage",
        sheet ? "w-41 max-sm:w-30" : "max-w-64",
      )}
    >
      {sheet && <Tile sheet={sheet} moment={moment} />}
      <span className="font-medium tabular-nums">{formatDuration(moment)}</span>
      {chapter && (
        <span dir="auto" className={cx("line-clamp-2 break-words", first && "max-sm:hidden")}>
          {chapter}
        </span>
      )}
      {first && (
        <span className="line-clamp-2 break-words max-sm:line-clamp-1">
          <span className="font-medium">{first.author}</span> {first.text}
        </span>
      )}
      {others > 0 && <span className="opacity-70">{othersText(others, first !== undefined)}</span>}
    </div>
  );
}

/** The one of the sheet's pictures, on a ground of its own where it is narrow. */
function Tile({ sheet: { src, shape }, moment }: { sheet: Sheet; moment: number }) {
  const { x, y } = tileAt(shape, moment);
  const { width, height } = sheetSize(shape);
  return (
    <span className="-mx-2 -mt-0.5 mb-0.5 grid justify-center overflow-hidden rounded-[6px] bg-stage">
      <span
        data-testid="seek-picture"
        // A phone's player is hardly higher than the picture.
        className="bg-no-repeat max-sm:[zoom:0.7]"
        style={{
          width: shape.tile_width,
          height: shape.tile_height,
          backgroundImage: `url("${src}")`,
          backgroundPosition: `${-x}px ${-y}px`,
          backgroundSize: `${width}px ${height}px`,
        }}
      />
    </span>
  );
}

function othersText(count: number, isMore: boolean) {
  return isMore ? `and ${count} more` : counted(count, "comment");
}
