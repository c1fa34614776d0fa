import {
  Captions,
  CaptionsOff,
  Check,
  Ellipsis,
  Link,
  Maximize,
  Minimize,
  PictureInPicture2,
  RectangleHorizontal,
} from "lucide-react";
import { MenuItem } from "#web/ui/menu.tsx";
import { BarButton } from "./bar-button.tsx";
import { BarChoice, BarMenu } from "./bar-menu.tsx";
import type { CaptionTrack } from "./captions.ts";
import { type Command, rates } from "./keys.ts";

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
  hasCopied: boolean;
  onMenu: (open: boolean) => void;
  run: (command: Command) => void;
}

/** The right half of the bar: what is wide enough shows, the rest is behind 'More'. */
export function ViewControls(props: ViewProps) {
  const { isFull, run } = props;
  return (
    <>
      <SpeedMenu {...props} />
      <CaptionsMenu {...props} />
      {extrasOf(props).map(({ label, shortcut, icon, onClick }) => (
        <span key={label} className="hidden @lg:contents">
          <BarButton label={label} shortcut={shortcut} onClick={onClick}>
            {icon}
          </BarButton>
        </span>
      ))}
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

function SpeedMenu({ rate, onMenu, run }: ViewProps) {
  return (
    <BarMenu
      onOpenChange={onMenu}
      trigger={
        <BarButton label={`Speed, ${rate}×`} className="!w-auto min-w-9 px-1.5">
          <span className="font-medium text-13 tabular-nums">{rate}×</span>
        </BarButton>
      }
    >
      <BarChoice
        value={rate}
        choices={rates.map((value) => ({ value, label: value === 1 ? "Normal" : `${value}×` }))}
        onChange={(to) => run({ do: "rate", to })}
        isShort
      />
    </BarMenu>
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

function MoreMenu(props: ViewProps) {
  const extras = extrasOf(props);
  if (extras.length === 0) return null;
  return (
    <span className="@lg:hidden">
      <BarMenu
        onOpenChange={props.onMenu}
        trigger={
          <BarButton label="More">
            <Ellipsis />
          </BarButton>
        }
      >
        {extras.map(({ label, icon, onClick }) => (
          <MenuItem key={label} icon={icon} onClick={onClick}>
            {label}
          </MenuItem>
        ))}
      </BarMenu>
    </span>
  );
}

function extrasOf({ isTheatre, canPicture, onCopyMoment, hasCopied, run }: ViewProps) {
  return [
    onCopyMoment && {
      label: hasCopied ? "Copied" : "Copy link at this time",
      shortcut: undefined,
      icon: hasCopied ? <Check /> : <Link />,
      onClick: onCopyMoment,
    },
    canPicture && {
      label: "Picture in picture",
      shortcut: "I",
      icon: <PictureInPicture2 />,
      onClick: () => run({ do: "picture" }),
    },
    isTheatre !== undefined && {
      label: isTheatre ? "Leave theatre" : "Theatre",
      shortcut: "T",
      icon: <RectangleHorizontal />,
      onClick: () => run({ do: "theatre" }),
    },
  ].filter((extra) => extra !== false && extra !== undefined);
}
