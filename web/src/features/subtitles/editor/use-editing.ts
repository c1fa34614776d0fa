import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { z } from "zod";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { editSubtitle, isEditedMeanwhile, subtitleQuery } from "#web/data/subtitles.ts";
import { errorText } from "#web/lib/api-error.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { session, sessionUserId } from "#web/lib/session.ts";
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

/** Unsaved lines, with all that is needed to save them. */
const Rest = z.object({
  version: z.number(),
  duration: z.number().nullable(),
  cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).readonly(),
});

const restOf = (id: string) =>
  stored({ key: `kinora.subtitle.${id}.${sessionUserId()}`, schema: Rest, inTab: true });

/** Edits of one subtitle from the version that was read; another's are never written over unasked. */
export function useEditing(subtitle: SubtitleWithCues, scope: Scope, duration: number | null) {
  const [kept] = useState(() => restOf(subtitle.id));
  const [rest] = useState(kept.read);
  const [editing, dispatch] = useReducer(reduce, undefined, () => {
    const read = beginEditing(subtitle.cues, duration);
    return rest ? { ...beginEditing(rest.cues, rest.duration), stored: read.cues } : read;
  });
  const [version, setVersion] = useState(rest?.version ?? subtitle.version);
  const [isBehind, setBehind] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(editSubtitle(scope));
  const isUnsaved = isChanged(editing);
  useRest(kept, isUnsaved && { ...editing, version });

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
    isUnsaved,
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

/** Lines that the end of a session takes away unsaved are here again after signing in. */
function useRest(kept: ReturnType<typeof restOf>, unsaved: z.infer<typeof Rest> | false) {
  const keep = useEffectEvent(() => {
    if (unsaved && session().status === "signed-out") kept.write(Rest.parse(unsaved));
  });
  useEffect(() => {
    if (kept.read()) toast.info("The lines that you had not saved are here again");
    kept.remove();
    return keep;
  }, [kept]);
}

function reduce(state: Editing, event: Event): Editing {
  if (event.do === "begin") return event.with;
  // Lines that were written since these were sent are still to be saved.
  return event.do === "stored" ? { ...state, stored: event.cues } : next(state, event);
}
