import { useBlocker } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";
import { confirm } from "#web/ui/layers/confirm.tsx";

const ask = () =>
  confirm({
    title: "Leave without saving?",
    description: "Your changes to the subtitles are lost.",
    danger: true,
  });

/** Asks before a page, or by `mayLeave` an editor, is left on which something is unsaved. */
export function useLeaveGuard(isUnsaved: boolean, mayLeave: RefObject<() => Promise<boolean>>) {
  useBlocker({
    // A moment of the same video is no other page.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: true,
    disabled: !isUnsaved,
  });
  useEffect(() => {
    mayLeave.current = async () => !isUnsaved || (await ask());
    return () => {
      mayLeave.current = async () => true;
    };
  }, [isUnsaved, mayLeave]);
}
