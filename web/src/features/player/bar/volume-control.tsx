import { Volume1, Volume2, VolumeX } from "lucide-react";
import type { Command } from "#web/features/player/keys.ts";
import { BarButton } from "./bar-button.tsx";
import { BarSlider } from "./bar-slider.tsx";

interface Props {
  volume: number;
  muted: boolean;
  run: (command: Command) => void;
}

export function VolumeControl({ volume, muted, run }: Props) {
  const heard = muted ? 0 : volume;
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2;
  return (
    <span className="group/volume flex items-center gap-1">
      <BarButton
        label={heard === 0 ? "Unmute" : "Mute"}
        shortcut="M"
        onClick={() => run({ do: "mute" })}
      >
        <Icon />
      </BarButton>
      <BarSlider
        label="Volume"
        className="hidden h-8 w-0 opacity-0 transition-all group-hover/volume:w-16 group-hover/volume:opacity-100 has-focus-visible:w-16 has-focus-visible:opacity-100 @lg:flex"
        min={0}
        max={1}
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
