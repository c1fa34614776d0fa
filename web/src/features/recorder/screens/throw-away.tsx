import { RotateCcw, Trash2 } from "lucide-react";
import { askToThrowAway, keepTake, throwTakeAway } from "#web/features/recorder/recorder.ts";
import type { State, Throw } from "#web/features/recorder/steps.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

export const throwActs = [
  { about: "restart", label: "Restart", Icon: RotateCcw },
  { about: "discard", label: "Discard", Icon: Trash2 },
] as const;
type ThrowAct = (typeof throwActs)[number];

interface Props {
  state: State;
  className?: string | undefined;
}

/** The first of two steps: the take pauses, and the question comes in the place of these. */
export const ThrowButtons = (props: Props) =>
  throwActs.map((act) => <ThrowButton key={act.about} act={act} {...props} />);

export function ThrowButton({ act, state, className }: Props & { act: ThrowAct }) {
  const { about, label, Icon } = act;
  return (
    <IconButton
      label={label}
      title={label}
      size="sm"
      tone={about === "discard" ? "danger" : "quiet"}
      className={className}
      disabled={state.name === "stopping"}
      onClick={() => askToThrowAway(about)}
    >
      <Icon />
    </IconButton>
  );
}

export const asked = (state: State) => (state.name === "paused" ? state.asks?.about : undefined);

const inShort: Record<Throw, string> = { restart: "Start over?", discard: "Throw it away?" };

const questions: Record<Throw, string> = {
  restart: "Throw this take away and begin again?",
  discard: "Throw this recording away?",
};

/** The second step. The key that comes next belongs to it: to keep the take needs no way there. */
export function Question({ about, className }: { about: Throw; className?: string }) {
  return (
    <fieldset className="flex min-w-0 items-center gap-2" aria-label={questions[about]}>
      <span className={cx("min-w-0 truncate text-13", className)}>{inShort[about]}</span>
      <Button size="sm" tone="danger" onClick={throwTakeAway}>
        Throw away
      </Button>
      <Button size="sm" ref={focus} onClick={keepTake}>
        Keep
      </Button>
    </fieldset>
  );
}

const focus = (button: HTMLButtonElement | null) => button?.focus();
