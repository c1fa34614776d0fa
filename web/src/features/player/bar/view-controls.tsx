import { Menu } from "@base-ui/react/menu";
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
import { type ComponentProps, useContext, useRef } from "react";
import { rates } from "#web/features/player/keys.ts";
import type { PlayerProps } from "#web/features/player/player-props.ts";
import type { usePlayer } from "#web/features/player/use-player.ts";
import { cx } from "#web/ui/cx.ts";
import { MenuChoices, MenuItem, MenuSeparator, popupLook } from "#web/ui/layers/menu.tsx";
import { BarButton, Frame } from "./bar-controls.tsx";

export interface BarProps extends PlayerProps {
  player: ReturnType<typeof usePlayer>;
  onMenu: (open: boolean) => void;
}

export function ViewControls(props: BarProps) {
  const { screen, run } = props.player;
  return (
    <>
      <CaptionsMenu {...props} />
      <MoreMenu {...props} />
      <BarButton
        label={screen.isFull ? "Leave full screen" : "Full screen"}
        icon={screen.isFull ? <Minimize /> : <Maximize />}
        shortcut="F"
        onClick={() => run({ do: "fullscreen" })}
      />
    </>
  );
}

function CaptionsMenu({ tracks = [], player: { captions }, onMenu }: BarProps) {
  if (tracks.length === 0) return null;
  return (
    <BarMenu
      label="Captions"
      icon={captions.showing === null ? <CaptionsOff /> : <Captions />}
      shortcut="C"
      onOpenChange={onMenu}
    >
      <MenuChoices
        value={captions.showing}
        options={[
          { value: null, label: "Off" },
          ...tracks.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={captions.choose}
      />
    </BarMenu>
  );
}

function MoreMenu({ player, theatre, onMenu }: BarProps) {
  const { playback, screen, onCopyMoment, run } = player;
  return (
    <BarMenu label="More" icon={<Ellipsis />} onOpenChange={onMenu}>
      <MenuChoices
        label="Speed"
        isRow
        value={playback.rate}
        options={rates.map((value) => ({ value, label: value === 1 ? "Normal" : `${value}×` }))}
        onChange={(to) => run({ do: "rate", to })}
      />
      <MenuSeparator />
      {onCopyMoment && (
        <MenuItem icon={<Link />} text="Copy link at this time" onClick={onCopyMoment} />
      )}
      {screen.canPicture && (
        <MenuItem
          icon={<PictureInPicture2 />}
          text="Picture in picture"
          onClick={() => run({ do: "picture" })}
        />
      )}
      {theatre && (
        <MenuItem
          icon={<RectangleHorizontal />}
          text={theatre.isOn ? "Leave theatre" : "Theatre"}
          onClick={() => run({ do: "theatre" })}
        />
      )}
    </BarMenu>
  );
}

interface Props extends ComponentProps<typeof BarButton> {
  onOpenChange: (open: boolean) => void;
}

function BarMenu({ onOpenChange, children, ...button }: Props) {
  const frame = useContext(Frame);
  const isByKey = useRef(false);
  const change: ComponentProps<typeof Menu.Root>["onOpenChange"] = (open, { event }) => {
    if (open) isByKey.current = event instanceof UIEvent && event.detail === 0; // a pointer counts its clicks from 1
    onOpenChange(open);
  };
  return (
    <Menu.Root modal={false} onOpenChange={change}>
      <Menu.Trigger render={<BarButton {...button} />} />
      <Menu.Portal container={frame}>
        <Menu.Positioner side="top" align="end" sideOffset={8} className="z-10">
          <Menu.Popup
            // After a pointer the focus stays off the button: the space bar is the player's.
            finalFocus={() => isByKey.current}
            className={cx(popupLook, "text-ink")}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
