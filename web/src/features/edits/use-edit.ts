import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer } from "react";
import { z } from "zod";
import type { Edit, SaveEdit } from "#contract/edits.ts";
import { isSame, type KeptRange } from "#contract/timeline.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { saveEdit } from "#web/data/edits.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { beginEdit, type EditAction, EditState, next, Ranges } from "./edit-state.ts";

/** An edit in the making, and the saved one that it began from. */
const Draft = z.object({ version: z.number(), saved: Ranges, state: EditState });
type Draft = z.infer<typeof Draft>;

type Event =
  | EditAction
  | { do: "follow" | "begin"; edit: Edit }
  | { do: "saved"; edit: Edit; sent: readonly KeptRange[] };

const draftOf = (recordingId: string) =>
  stored({
    key: `kinora.edit.${recordingId}`,
    schema: Draft,
    fallback: undefined,
    inTab: true,
  });

const begin = (edit: Edit): Draft => ({
  version: edit.version,
  saved: edit.kept,
  state: beginEdit(edit.kept, lengthOf(edit)),
});

const lengthOf = ({ original_duration, kept }: Edit) => original_duration ?? kept.at(-1)?.end ?? 0;

/** The edit of a recording as it is made here: kept over a reload, and never written over what another saved. */
export function useEdit(scope: Scope, edit: Edit, isInBrowser = false) {
  const [draft, dispatch] = useReducer(
    reduce,
    undefined,
    () => draftOf(scope.recordingId).read() ?? begin(edit),
  );
  const { state, version, saved } = draft;
  const onSaved = (answer: Edit, { kept }: SaveEdit) =>
    dispatch({ do: "saved", edit: answer, sent: kept });
  const { mutate, isPending } = useMutation(saveEdit(scope, onSaved));
  const isUnsaved = !isSame(state.kept, saved);
  const isNewer = edit.version > version;
  // The answer to one's own save may come when the page has been left.
  const isBehind = isNewer && isUnsaved && !isSame(state.kept, edit.kept);

  useKept(scope.recordingId, draft);
  useEffect(() => {
    if (state.duration !== lengthOf(edit)) dispatch({ do: "begin", edit });
    else if (isNewer && !isBehind) dispatch({ do: "follow", edit });
  }, [edit, isNewer, isBehind, state.duration]);

  return {
    state,
    act: (action: EditAction) => dispatch(action),
    isUnsaved,
    isSaving: isPending,
    /** Somebody else has saved since. */
    isBehind,
    /** Another's cut or the original, with one's own a step back. */
    follow: (shown: Edit) => dispatch({ do: "follow", edit: shown }),
    /** A cut that was saved here, by whichever button, is nobody else's. */
    onSaved,
    /** An edit that somebody else has saved meanwhile is written over only where `over` names its version. */
    save: (hide_until_ready: boolean | undefined, over = version) =>
      mutate({
        ...{ version: over, kept: [...state.kept], hide_until_ready },
        ...(isInBrowser && { render: "browser" }),
      }),
  };
}

/** Kept when the page goes: while a handle is dragged, there are sixty drafts a second. */
function useKept(recordingId: string, draft: Draft) {
  const keep = useEffectEvent(() => draftOf(recordingId).write(draft));
  useEffect(() => {
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, []);
}

function reduce(draft: Draft, event: Event): Draft {
  switch (event.do) {
    case "begin":
      return begin(event.edit);
    case "follow": {
      const { version, kept } = event.edit;
      return { version, saved: kept, state: next(draft.state, { do: "keep", kept }) };
    }
    case "saved": {
      const { version, kept } = event.edit;
      // The server may have cut off what lies a hair beyond the film.
      const isAsSent = isSame(draft.state.kept, event.sent);
      const state = isAsSent ? { ...draft.state, kept } : draft.state;
      return { version, saved: kept, state };
    }
    default:
      return { ...draft, state: next(draft.state, event) };
  }
}
