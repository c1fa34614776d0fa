import { Maximize, Pause, Subtitles, Volume2 } from "lucide-react";
import { cx } from "#web/ui/cx.ts";

/** A picture of the player at work, drawn in the product's own parts so that it follows the theme. */
export function PlayerStill() {
  return (
    <div className="grid w-full max-w-[640px] gap-10">
      <div
        role="img"
        aria-label="A recording playing in Kinora, with two comments beneath it"
        className="overflow-hidden rounded-12 border border-line bg-raised shadow-lift"
      >
        <div aria-hidden="true">
          <Stage />
          <Talk />
        </div>
      </div>
      <p className="[@media(height<45rem)]:hidden max-w-[24ch] text-balance font-medium text-20 leading-normal">
        Press record, send the link, talk about it where it happens.
      </p>
    </div>
  );
}

function Stage() {
  return (
    <div className="relative aspect-video bg-stage text-on-stage">
      <div className="absolute inset-x-[9%] top-[9%] bottom-[17%] grid grid-cols-[22%_1fr] overflow-hidden rounded-8 bg-[#f4f2ee]">
        <div className="grid content-start gap-[9%] bg-[#e9e5de] p-[12%] pt-[18%]">
          {["w-3/5", "w-4/5", "w-2/3", "w-3/4"].map((width) => (
            <Bar key={width} className={cx("h-1.5 bg-[#cbc5bc]", width)} />
          ))}
        </div>
        <div className="grid content-start gap-[7%] px-[7%] pt-[6%]">
          <Bar className="h-3 w-2/5 bg-[#1c1917]" />
          <Bar className="h-1.5 w-4/5 bg-[#d5d0c8]" />
          <div className="mt-[2%] flex aspect-[5/2] items-end gap-[3%] border-[#d5d0c8] border-b">
            {bars.map((height, at) => (
              <span
                key={height}
                className={cx(
                  "flex-1 rounded-t-[3px]",
                  height,
                  at === bars.length - 1 ? "bg-[#1c1917]" : "bg-[#cbc5bc]",
                )}
              />
            ))}
          </div>
        </div>
      </div>
      <svg
        viewBox="0 0 40 40"
        aria-hidden="true"
        className="absolute bottom-[20%] left-[11%] aspect-square w-[11%] rounded-full"
      >
        <rect width="40" height="40" fill="#b9a48d" />
        <circle cx="20" cy="16" r="7" fill="#5b4636" />
        <path d="M5 42c1-11 7-16 15-16s14 5 15 16" fill="#3b4a4f" />
      </svg>
      <Controls />
    </div>
  );
}

const bars = ["h-[34%]", "h-[48%]", "h-[42%]", "h-[61%]", "h-[57%]", "h-[78%]", "h-[92%]"];

function Controls() {
  return (
    <div className="absolute inset-x-[3%] bottom-[3%] grid gap-2">
      <div className="relative h-1 rounded-full bg-on-stage/25">
        <span className="absolute inset-y-0 left-0 w-[38%] rounded-full bg-on-stage" />
        {["left-[24%]", "left-[37%]", "left-[71%]"].map((left) => (
          <span
            key={left}
            className={cx(
              "-top-0.5 absolute size-2 rounded-full border-2 border-stage bg-on-stage",
              left,
            )}
          />
        ))}
      </div>
      <div className="flex items-center gap-3 font-medium text-12 tabular-nums [&_svg]:size-4">
        <Pause />
        <Volume2 />
        <span>0:58 / 2:34</span>
        <Subtitles className="ml-auto" />
        <Maximize />
      </div>
    </div>
  );
}

const comments = [
  { name: "Mara", at: "0:37", text: "The last column is the new plan, right?" },
  { name: "Tom", at: "0:58", text: "Yes. I will say so in the intro." },
];

function Talk() {
  return (
    <div className="grid gap-4 p-5">
      <div>
        <p className="font-semibold text-14">Numbers for the Thursday review</p>
        <p className="text-13 text-ink-3 tabular-nums">Nov 12, 2026 · 2:34 · 18.4 MB</p>
      </div>
      {comments.map(({ name, at, text }) => (
        <div key={name} className="flex items-start gap-3">
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-wash-2 font-semibold text-12">
            {name[0]}
          </span>
          <p className="text-13">
            <span className="font-medium">{name}</span>{" "}
            <span className="text-ink-3 tabular-nums">{at}</span>
            <br />
            <span className="text-ink-2">{text}</span>
          </p>
        </div>
      ))}
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <span className={cx("block rounded-full", className)} />;
}
