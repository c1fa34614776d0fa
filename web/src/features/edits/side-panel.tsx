import { useQuery } from "@tanstack/react-query";
import { AudioLines, Copy, MessageSquareX } from "lucide-react";
import { useMemo, useState } from "react";
import type { KeptRange } from "#contract/timeline.ts";
import { originalTranscriptQuery } from "#web/data/edits.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { RemoveFillers, RemoveSilences } from "./clean-up.tsx";
import type { Editing } from "./edited-video.ts";
import { SavePart } from "./save-part.tsx";
import { saidWords } from "./words/said-words.ts";
import { WordList } from "./words/word-list.tsx";

interface Props extends Editing {
  onMark: (ranges: readonly KeptRange[]) => void;
}

/** The words of the film, and what is found to be removed. */
export function SidePanel({ video, state, act, clock, onSeek, onMark }: Props) {
  const { scope, isOwner } = video;
  const { data: transcript, isLoading } = useQuery(originalTranscriptQuery(scope));
  const [open, setOpen] = useState<"silences" | "fillers" | "part">();
  const words = useMemo(() => saidWords(transcript?.cues ?? []), [transcript]);
  const language = transcript?.language ?? "";
  const { kept } = state;
  const panel = { kept, act, onMark, onClose: () => setOpen(undefined) };
  return (
    <aside aria-label="Words and silences" className="grid content-start gap-4">
      {open === "silences" && <RemoveSilences scope={scope} {...panel} />}
      {open === "fillers" && <RemoveFillers {...panel} {...{ words, language, onSeek }} />}
      {open === "part" && <SavePart {...{ video, state }} onClose={panel.onClose} />}
      {(open === undefined || open === "part") && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<AudioLines />} onClick={() => setOpen("silences")}>
            Remove silences
          </Button>
          {words.length > 0 && (
            <Button size="sm" icon={<MessageSquareX />} onClick={() => setOpen("fillers")}>
              Remove filler words
            </Button>
          )}
          {isOwner && (
            <Button size="sm" icon={<Copy />} onClick={() => setOpen("part")}>
              Save a part as a new recording
            </Button>
          )}
        </div>
      )}
      {words.length > 0 ? (
        <WordList {...{ words, language, kept, clock, act, onSeek }} selected={state.selected} />
      ) : (
        !isLoading && (
          <p className="text-13 text-ink-2">
            With a transcript you can cut by words: select them here, and delete them.
          </p>
        )
      )}
    </aside>
  );
}
