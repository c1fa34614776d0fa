import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePageOpen } from "#web/features/recorder/open-page.ts";
import { cancelRecording } from "#web/features/recorder/recorder.ts";
import type { State } from "#web/features/recorder/steps.ts";
import { useRecorder, type View } from "#web/features/recorder/view.ts";
import { DRIVE_NOT_CONNECTED } from "#web/lib/drive-problem.ts";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Keys } from "#web/ui/keys.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Finished, type Result } from "./result/finished.tsx";
import { Running } from "./running.tsx";
import { SetUp, type SetUpProps } from "./set-up/set-up.tsx";
import { cancelKey } from "./shortcuts.ts";
import { LivePicture, Stage } from "./stage.tsx";
import { UndoLine } from "./take-controls.tsx";

// The controls elsewhere come with the page that starts a recording: later, the server may be of another build.
void Promise.all([import("./dock.tsx"), import("./sidebar-stop.tsx")]).catch(() => undefined);

interface Props extends Omit<SetUpProps, "isChoosing"> {
  player: (result: Result) => ReactNode;
}

export function RecordPage(props: Props) {
  usePageOpen();
  const { state } = useRecorder();
  return (
    <Page>
      <div className="mx-auto grid w-full max-w-[896px] gap-6 sideways:*:data-page-head:sr-only">
        <PageHead title={titleOf(state)} />
        <UndoLine className="justify-center" />
        <Recorder {...props} />
      </div>
    </Page>
  );
}

function titleOf({ name }: State): string {
  if (name === "recording" || name === "paused") return "Recording";
  return name === "stopping" ? "Finishing" : "New Recording";
}

function Recorder(props: Props) {
  const view = useRecorder();
  const { state } = view;
  useDriveProblem(state);
  if (state.name === "countdown") return <Countdown left={state.left} view={view} />;
  if ("clock" in state) return <Running view={view} />;
  if (!("summary" in state)) return <SetUp {...props} isChoosing={state.name === "choosing"} />;
  return <Finished {...props} view={view} state={state} />;
}

function Countdown({ left, view }: { left: number; view: Pick<View, "preview" | "isMirrored"> }) {
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

const TIME_TO_READ_MS = 1_500;

const led = new WeakSet<State>();

/** A save that failed for want of the drive leads to where it is connected, once: whoever comes back decides. */
function useDriveProblem(state: State) {
  const navigate = useNavigate();
  const isProblem =
    state.name === "failed" && state.reason === DRIVE_NOT_CONNECTED && !state.downloaded;
  useLater(isProblem && !led.has(state) && TIME_TO_READ_MS, () => {
    led.add(state);
    return navigate({ to: "/settings", hash: "cloud-storage", ignoreBlocker: true });
  });
}
