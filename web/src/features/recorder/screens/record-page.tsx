import type { ReactNode } from "react";
import { usePageOpen } from "#web/features/recorder/open-page.ts";
import type { State } from "#web/features/recorder/steps.ts";
import { useRecorder } from "#web/features/recorder/view.ts";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Countdown } from "./countdown.tsx";
import { Finished } from "./result/finished.tsx";
import type { Result } from "./result/playback.tsx";
import { Running } from "./running.tsx";
import { SetUp, type SetUpProps } from "./set-up/set-up.tsx";
import { UndoLine } from "./undo-line.tsx";
import { useDriveProblem } from "./use-drive-problem.ts";

interface Props extends Omit<SetUpProps, "isChoosing"> {
  /** Shows the result. */
  player: (result: Result) => ReactNode;
}

export function RecordPage(props: Props) {
  usePageOpen();
  const { state } = useRecorder();
  return (
    <Page>
      <div className="mx-auto grid w-full max-w-[896px] gap-6">
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
  switch (state.name) {
    case "idle":
    case "choosing":
      return <SetUp {...props} isChoosing={state.name === "choosing"} />;
    case "countdown":
      return <Countdown left={state.left} view={view} />;
    case "recording":
    case "paused":
    case "stopping":
      return <Running view={view} {...state} />;
    case "ready":
    case "saving":
    case "saved":
    case "failed":
      return (
        <Finished
          view={view}
          state={state}
          canSave={props.canSave}
          player={props.player}
          instant={props.preferences.auto_save_to_cloud}
          onInstantLink={() => props.onPreferences({ auto_save_to_cloud: true })}
        />
      );
  }
}
