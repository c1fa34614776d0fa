import { Link } from "@tanstack/react-router";
import { Square } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { keptOf } from "#web/features/recorder/flow.ts";
import { mustAskBeforeLeaving } from "#web/features/recorder/machine.ts";
import { useIsPageOpen } from "#web/features/recorder/open-page.ts";
import { useAside } from "#web/features/recorder/send/aside-takes.ts";
import { uploadInWords } from "#web/features/recorder/send/upload-in-words.ts";
import type { State } from "#web/features/recorder/steps.ts";
import type { View } from "#web/features/recorder/view.ts";
import { formatDuration } from "#web/lib/format.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { FloatingControls } from "./floating/floating-controls.tsx";
import { lateInWords } from "./in-words.ts";
import { Timer } from "./signs.tsx";
import {
  asked,
  OpenAgain,
  Question,
  RECORD_PAGE,
  TakeControls,
  ThrowButtons,
  UndoLine,
  useStop,
} from "./take-controls.tsx";

export default function Dock({ view }: { view: View }) {
  const { state } = view;
  useTabSigns(view);
  useUnloadGuard(state);
  const isPageOpen = useIsPageOpen();
  return (
    <>
      <p role="status" className="sr-only">
        {state.name === "countdown" ? `Recording starts in ${state.left}` : spokenOf[state.name]}
      </p>
      {!isPageOpen && <Bar view={view} />}
      <FloatingControls view={view} />
    </>
  );
}

function Bar({ view }: { view: View }) {
  const { state } = view;
  const late = state.name === "recording" ? lateInWords(view.flow) : null;
  const about = asked(state);
  const canUndo = useAside().length > 0;
  if ("clock" in state)
    return (
      <Frame>
        {state.name === "recording" && <LiveDot />}
        <Timer className="font-medium" />
        {/* A phone has room for these words only above the buttons. */}
        <span
          className={`max-sm:order-first max-sm:basis-full ${late ? "text-warn" : "text-ink-2"}`}
        >
          {state.name === "paused" ? "Paused" : (late ?? "Recording")}
        </span>
        {about ? <Question about={about} className="max-sm:hidden" /> : <Controls view={view} />}
      </Frame>
    );
  if (state.name === "saving")
    return (
      <Frame>
        <span>Saving the recording</span>
        <span className="text-ink-2 tabular-nums">{uploadInWords(view.upload)}</span>
        <Back>Show</Back>
      </Frame>
    );
  if (state.name === "ready" || state.name === "failed")
    return (
      <Frame>
        <span>A recording is not saved yet</span>
        <Back>Back to it</Back>
      </Frame>
    );
  if (state.name !== "idle" || !canUndo) return null;
  return (
    <Frame>
      <UndoLine />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      id="recorder-dock" // other things that float at the foot make room for it
      aria-label="Recorder"
      // In the middle of the page beside the sidebar, which it never covers.
      className="fixed inset-x-0 bottom-6 z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] animate-rise md:[body:has([data-sidebar=narrow])_&]:left-16 md:[body:has([data-sidebar=wide])_&]:left-62 items-center gap-x-3 rounded-full max-sm:flex-wrap max-sm:rounded-12 border border-line bg-raised py-2 pr-2 pl-5 text-14 shadow-lift"
    >
      {children}
    </section>
  );
}

function Controls({ view }: { view: View }) {
  const stop = useStop();
  return (
    <span className="flex items-center gap-1">
      <TakeControls view={view} />
      <ThrowButtons state={view.state} className="max-sm:hidden" />
      <OpenAgain face={view.face} />
      <Back>Show</Back>
      <Button
        tone="record"
        size="sm"
        className="rounded-full!"
        icon={<Square className="fill-current" />}
        onClick={stop}
      >
        Stop
      </Button>
    </span>
  );
}

function Back({ children }: { children: string }) {
  return (
    <Link to={RECORD_PAGE} className={`${buttonLook({ tone: "quiet", size: "sm" })} rounded-full!`}>
      {children}
    </Link>
  );
}

const spokenOf: Partial<Record<State["name"], string>> = {
  recording: "Recording",
  paused: "Recording paused",
  stopping: "Finishing the recording",
  ready: "The recording is ready",
  saving: "Saving the recording",
  saved: "The recording is saved",
};

const ICON_WHILE_RECORDING = "/icon-recording.svg";

/** The tab's title and icon show from afar that recording is on. */
export function useTabSigns({ state, flow }: Pick<View, "state" | "flow">) {
  const isOn = "clock" in state;
  const time = formatDuration(keptOf(flow) / 1000);
  const sign = state.name === "paused" ? `Paused ${time} · Kinora` : `● ${time} · Kinora`;
  useEffect(() => {
    if (!isOn) return;
    const title = document.title;
    document.title = sign;
    return () => {
      // Another page has set its own title meanwhile: that one stays.
      if (document.title === sign) document.title = title;
    };
  }, [isOn, sign]);

  useEffect(() => {
    if (!isOn) return;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!icon) return;
    const before = icon.href;
    icon.href = ICON_WHILE_RECORDING;
    return () => {
      icon.href = before;
    };
  }, [isOn]);
}

/** Closing the tab ends a recording, so the browser asks first; going to another screen loses nothing. */
function useUnloadGuard(state: State) {
  const isOn = mustAskBeforeLeaving(state);
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}
