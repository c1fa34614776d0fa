import { Pause, Play, RotateCcw, Volume1, Volume2, VolumeX } from "lucide-react";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { BarButton, BarSlider } from "./bar-controls.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { type BarProps, ViewControls } from "./view-controls.tsx";

export function ControlBar(props: BarProps & { isShown: boolean }) {
  const { time, duration, rate } = props.player.playback;
  return (
    <div
      className={cx(
        "@container absolute inset-x-0 bottom-0 bg-linear-to-t from-stage/90 to-transparent px-3 pt-12 pb-1.5 transition-opacity duration-(--calm) sm:px-4",
        // The element with the focus must be seen, whether or not anything moves.
        "has-focus-visible:pointer-events-auto has-focus-visible:opacity-100",
        !props.isShown && "pointer-events-none opacity-0",
      )}
      // A finger that drags keeps the bar in sight.
      onPointerMove={props.player.shown.stir}
    >
      <SeekBar {...props} />
      <div className="-mx-1 flex items-center @sm:gap-1">
        <PlayButton {...props.player} />
        <VolumeControl {...props.player} />
        {/* The buttons keep their size, so it is the time that gives way in a frame of a few inches. */}
        <span className="min-w-0 truncate px-1 text-13 tabular-nums">
          {formatDuration(time)}
          {duration !== null && (
            <span className="hidden opacity-70 @2xs:inline"> / {formatDuration(duration)}</span>
          )}
          {rate !== 1 && ` · ${rate}×`}
        </span>
        <span className="flex-1" />
        <ViewControls {...props} />
      </div>
    </div>
  );
}

function PlayButton({ playback: { phase }, run }: Pick<BarProps["player"], "playback" | "run">) {
  const [label, Icon] =
    phase === "ended"
      ? (["Play again", RotateCcw] as const)
      : phase === "playing"
        ? (["Pause", Pause] as const)
        : (["Play", Play] as const);
  return (
    <BarButton
      label={label}
      icon={<Icon className="fill-current" />}
      shortcut="K"
      onClick={() => run({ do: "toggle" })}
    />
  );
}

function VolumeControl({ playback, run }: Pick<BarProps["player"], "playback" | "run">) {
  const { volume, muted } = playback;
  const heard = muted ? 0 : volume;
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2;
  return (
    <span className="group/volume flex items-center gap-1">
      <BarButton
        label={heard === 0 ? "Unmute" : "Mute"}
        icon={<Icon />}
        shortcut="M"
        onClick={() => run({ do: "mute" })}
      />
      <BarSlider
        label="Volume"
        className="hidden h-8 w-0 opacity-0 transition-all group-hover/volume:w-16 group-hover/volume:opacity-100 has-focus-visible:w-16 has-focus-visible:opacity-100 @lg:flex"
        min={0}
        max={1}
        step={0.05}
        value={heard}
        aria-valuetext={`${Math.round(heard * 100)}%`}
        onChange={(event) => run({ do: "volume", to: event.currentTarget.valueAsNumber })}
      >
        <span className="h-1 w-full overflow-hidden rounded-full bg-on-stage/30">
          <span className="block h-full bg-on-stage" style={{ width: `${heard * 100}%` }} />
        </span>
      </BarSlider>
    </span>
  );
}
