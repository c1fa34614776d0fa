import { cancelRecording } from "#web/features/recorder/recorder.ts";
import type { View } from "#web/features/recorder/view.ts";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Keys } from "#web/ui/keys.tsx";
import { cancelKey } from "./shortcuts.ts";
import { LivePicture, Stage } from "./stage.tsx";

interface Props {
  left: number;
  view: Pick<View, "preview" | "isMirrored">;
}

/** 3, 2, 1 over the stage, with Cancel in sight beneath it. */
export function Countdown({ left, view }: Props) {
  useShortcut(cancelKey, cancelRecording);
  return (
    <div className="grid gap-8">
      <Stage beside="17rem">
        {view.preview && (
          <LivePicture
            stream={view.preview}
            label="What will be recorded"
            className={cx("opacity-40", view.isMirrored && "-scale-x-100")}
          />
        )}
        <p
          key={left}
          role="timer"
          aria-label={`Recording starts in ${left}`}
          className="absolute animate-rise font-semibold text-[6rem] tabular-nums leading-none"
        >
          {left > 0 ? left : ""}
        </p>
      </Stage>
      <div className="grid justify-items-center">
        <Button size="lg" aria-keyshortcuts={cancelKey.keys} onClick={cancelRecording}>
          Cancel
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Keys keys={cancelKey.keys} />
          </span>
        </Button>
      </div>
    </div>
  );
}
