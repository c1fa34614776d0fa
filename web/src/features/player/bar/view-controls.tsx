import { Menu } from "@base-ui/react/menu";
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
import { type ReactElement, type ReactNode, useContext, useRef } from "react";
import { rates } from "#web/features/player/keys.ts";
import type { PlayerProps } from "#web/features/player/player-props.ts";
import type { usePlayer } from "#web/features/player/use-player.ts";
import { cx } from "#web/ui/cx.ts";
import { itemLook, MenuItem, MenuSeparator, popupLook } from "#web/ui/layers/menu.tsx";
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
        shortcut="F"
        onClick={() => run({ do: "fullscreen" })}
      >
        {screen.isFull ? <Minimize /> : <Maximize />}
      </BarButton>
    </>
  );
}

function CaptionsMenu({ tracks = [], player: { captions }, onMenu }: BarProps) {
  if (tracks.length === 0) return null;
  return (
    <BarMenu
      onOpenChange={onMenu}
      trigger={
        <BarButton label="Captions" shortcut="C">
          {captions.showing === null ? <CaptionsOff /> : <Captions />}
        </BarButton>
      }
    >
      <BarChoice
        value={captions.showing}
        choices={[
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
        value={playback.rate}
        choices={rates.map((value) => ({ value, label: value === 1 ? "Normal" : `${value}×` }))}
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

interface Props {
  trigger: ReactElement<Record<string, unknown>>;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

function BarMenu({ trigger, onOpenChange, children }: Props) {
  const frame = useContext(Frame);
  /** The element with the focus before a pointer opened the menu: it has it again afterwards, for the player's keys. */
  const before = useRef<Element>(null);
  return (
    <Menu.Root modal={false} onOpenChange={(open) => onOpenChange(open)}>
      <span
        className="contents"
        onPointerDownCapture={() => {
          before.current = document.activeElement;
        }}
        onKeyDownCapture={() => {
          before.current = null;
        }}
      >
        <Menu.Trigger render={trigger} />
      </span>
      <Menu.Portal container={frame}>
        <Menu.Positioner side="top" align="end" sideOffset={8} className="z-10">
          <Menu.Popup
            finalFocus={() => focusAfter(before.current)}
            className={cx(popupLook, "text-ink")}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function focusAfter(before: Element | null) {
  if (!(before instanceof HTMLElement && before.isConnected)) return true;
  return before === document.body ? false : before;
}

interface ChoiceProps<Value> {
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Named where a menu holds more than the choice; its short labels then stand beside each other. */
  label?: string | undefined;
}

function BarChoice<Value>({ value, choices, onChange, label }: ChoiceProps<Value>) {
  return (
    <Menu.RadioGroup
      value={value}
      onValueChange={onChange}
      aria-label={label}
      className={label && "grid grid-cols-5"}
    >
      {choices.map((choice) => (
        <Menu.RadioItem
          key={choice.label}
          value={choice.value}
          closeOnClick
          className={cx(
            itemLook,
            label ? "!px-1.5 justify-center data-checked:bg-wash-2" : "justify-between",
          )}
        >
          {choice.label}
          {!label && (
            <Menu.RadioItemIndicator>
              <Check aria-hidden="true" />
            </Menu.RadioItemIndicator>
          )}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
