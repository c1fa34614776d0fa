import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useReducer, useState } from "react";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { editSubtitle, isEditedMeanwhile, subtitleQuery } from "#web/data/subtitles.ts";
import { errorText } from "#web/lib/api-error.ts";
import { toast } from "#web/ui/layers/toast.ts";
import {
  beginEditing,
  type Edit,
  type EditedCue,
  type Editing,
  isChanged,
  next,
  toStore,
} from "./editing.ts";

type Event = Edit | { do: "stored"; cues: readonly EditedCue[] } | { do: "begin"; with: Editing };

/** Edits of one subtitle from the version that was read; another's are never written over unasked. */
export function useEditing(subtitle: SubtitleWithCues, scope: Scope, duration: number | null) {
  const [editing, dispatch] = useReducer(reduce, undefined, () =>
    beginEditing(subtitle.cues, duration),
  );
  const [version, setVersion] = useState(subtitle.version);
  const [isBehind, setBehind] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(editSubtitle(scope));

  const send = (over: number | undefined) => {
    const { cues } = editing;
    mutate(
      { id: subtitle.id, cues: toStore(editing), version: over },
      {
        onSuccess(answer) {
          setVersion(answer.version);
          setBehind(false);
          dispatch({ do: "stored", cues });
          toast.success("Subtitle saved");
        },
        onError: (error) => setBehind(isEditedMeanwhile(error)),
      },
    );
  };
  const takeTheirs = async () => {
    const query = subtitleQuery(scope, subtitle.id);
    const theirs = await queryClient
      .fetchQuery({ ...query, staleTime: 0, networkMode: "always", retry: false })
      .catch((error) => void toast.error(errorText(error, "Failed to load subtitles")));
    if (!theirs) return;
    setVersion(theirs.version);
    setBehind(false);
    dispatch({ do: "begin", with: beginEditing(theirs.cues, duration) });
  };
  return {
    editing,
    edit: dispatch,
    isUnsaved: isChanged(editing),
    isSaving: isPending,
    /** Somebody else has saved since. */
    isBehind,
    /** Another film is shown than the one in whose time these lines are. */
    isOtherFilm: editing.duration !== null && editing.duration !== duration,
    save: () => send(version),
    keepMine: () => send(undefined),
    takeTheirs,
    keepEditing: () => setBehind(false),
  };
}

function reduce(state: Editing, event: Event): Editing {
  if (event.do === "begin") return event.with;
  // Lines that were written since these were sent are still to be saved.
  return event.do === "stored" ? { ...state, stored: event.cues } : next(state, event);
}
