import {
  Captions,
  CaptionsOff,
  Ellipsis,
  Link,
  Maximize,
  Minimize,
  PictureInPicture2,
  RectangleHorizontal,
} from "lucide-react";
import type { CaptionTrack } from "#web/features/player/captions.ts";
import { type Command, rates } from "#web/features/player/keys.ts";
import { MenuItem, MenuSeparator } from "#web/ui/layers/menu.tsx";
import { BarButton } from "./bar-button.tsx";
import { BarChoice, BarMenu } from "./bar-menu.tsx";

export interface ViewProps {
  rate: number;
  tracks: readonly CaptionTrack[];
  /** The id of the track that is on. */
  captions: string | null;
  onCaptions: (id: string | null) => void;
  /** Undefined where the page has no theatre. */
  isTheatre: boolean | undefined;
  isFull: boolean;
  canPicture: boolean;
  /** Undefined where no link may be given away. */
  onCopyMoment: (() => void) | undefined;
  onMenu: (open: boolean) => void;
  run: (command: Command) => void;
}

/** The right half of the bar: captions and full screen, and all that is rarely used behind 'More'. */
export function ViewControls(props: ViewProps) {
  const { isFull, run } = props;
  return (
    <>
      <CaptionsMenu {...props} />
      <MoreMenu {...props} />
      <BarButton
        label={isFull ? "Leave full screen" : "Full screen"}
        shortcut="F"
        onClick={() => run({ do: "fullscreen" })}
      >
        {isFull ? <Minimize /> : <Maximize />}
      </BarButton>
    </>
  );
}

function CaptionsMenu({ tracks, captions, onCaptions, onMenu }: ViewProps) {
  if (tracks.length === 0) return null;
  return (
    <BarMenu
      onOpenChange={onMenu}
      trigger={
        <BarButton label="Captions" shortcut="C">
          {captions === null ? <CaptionsOff /> : <Captions />}
        </BarButton>
      }
    >
      <BarChoice
        value={captions}
        choices={[
          { value: null, label: "Off" },
          ...tracks.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={onCaptions}
      />
    </BarMenu>
  );
}

function MoreMenu({ rate, isTheatre, canPicture, onCopyMoment, onMenu, run }: ViewProps) {
  return (
    <BarMenu
      onOpenChange={onMenu}
      trigger={
        <BarButton label="More">
          <Ellipsis />
        </BarButton>
      }
    >
      <BarChoice
        label="Speed"
        value={rate}
        choices={rates.map((value) => ({ value, label: value === 1 ? "Normal" : `${value}×` }))}
        onChange={(to) => run({ do: "rate", to })}
      />
      <MenuSeparator />
      {onCopyMoment && (
        <MenuItem icon={<Link />} onClick={onCopyMoment}>
          Copy link at this time
        </MenuItem>
      )}
      {canPicture && (
        <MenuItem icon={<PictureInPicture2 />} onClick={() => run({ do: "picture" })}>
          Picture in picture
        </MenuItem>
      )}
      {isTheatre !== undefined && (
        <MenuItem icon={<RectangleHorizontal />} onClick={() => run({ do: "theatre" })}>
          {isTheatre ? "Leave theatre" : "Theatre"}
        </MenuItem>
      )}
    </BarMenu>
  );
}
