import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { mustAskBeforeLeaving, type State } from "#web/features/recorder/machine.ts";
import { view } from "#web/features/recorder/view.ts";
import { session } from "#web/lib/session.ts";
import { confirm } from "#web/ui/confirm.tsx";

/** Closing the tab ends a recording, so the browser asks first, in words of its own. */
export function useUnloadGuard(state: State) {
  const isOn = mustAskBeforeLeaving(state);
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}

/** Going to another screen loses nothing, and says so before it happens. */
export function useLeaveGuard() {
  useBlocker({
    enableBeforeUnload: false,
    async shouldBlockFn() {
      const { state } = view();
      if (session().status !== "signed-in" || !mustAskBeforeLeaving(state)) return false;
      return !(await confirm({ ...question(state), confirmLabel: "Leave" }));
    },
  });
}

function question(state: State) {
  const isFinished = "summary" in state;
  if (isFinished && state.name !== "saving")
    return {
      title: "Leave without saving?",
      description: "The recording stays on this computer. You find it at the foot of every page.",
    };
  return {
    title: isFinished ? "Leave while the recording is being saved?" : "Leave while recording?",
    description: "It goes on while you look around. You can stop it at the foot of every page.",
  };
}
