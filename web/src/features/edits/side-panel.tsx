import { useMutation, useQuery } from "@tanstack/react-query";
import { AudioLines, Copy, MessageSquareX } from "lucide-react";
import { useState } from "react";
import { originalTranscriptQuery, savePart } from "#web/data/edits.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { RemoveFillers, RemoveSilences } from "./clean-up.tsx";
import { preciseTime } from "./precise-time.ts";
import type { Editing } from "./use-editing.ts";
import { saidIn } from "./words/said-words.ts";
import { WordList } from "./words/word-list.tsx";

/** The words of the film, and what is found to be removed. */
export function SidePanel(editing: Editing) {
  const { scope, isOwner } = editing.video;
  const { data: said, isLoading } = useQuery({ ...originalTranscriptQuery(scope), select: saidIn });
  const [open, setOpen] = useState<"silences" | "fillers" | "part">();
  const hasWords = said !== undefined && said.words.length > 0;
  const onClose = () => setOpen(undefined);
  return (
    <aside aria-label="Words and silences" className="grid content-start gap-4 max-xl:mt-6">
      {open === "silences" && <RemoveSilences {...editing} onClose={onClose} />}
      {open === "fillers" && said && <RemoveFillers {...editing} {...said} onClose={onClose} />}
      {open === "part" && <SavePart {...editing} onClose={onClose} />}
      {(open === undefined || open === "part") && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<AudioLines />} onClick={() => setOpen("silences")}>
            Remove silences
          </Button>
          {hasWords && (
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
      {hasWords ? (
        <WordList {...editing} {...said} />
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

/** The selected part becomes a recording of its own; without a selection, all from the start to the end. */
function SavePart({ video, state, onClose }: Editing & { onClose: () => void }) {
  const { scope, recording } = video;
  const { selected, kept, duration } = state;
  const { start, end } = selected ?? {
    start: kept.at(0)?.start ?? 0,
    end: kept.at(-1)?.end ?? duration,
  };
  const { mutate, error, isPending } = useMutation(savePart(scope, onClose));
  const save = (form: FormData) => mutate({ start, end, title: String(form.get("title")) });
  return (
    <Dialog
      onClose={onClose}
      title="Save a part as a new recording"
      description={`From ${preciseTime(start)} to ${preciseTime(end)}, with its subtitles and chapters. Comments stay here.`}
    >
      <Form className="grid gap-5" error={error} onData={save}>
        <TextField label="Title" name="title" defaultValue={recording.filename} />
        <Button type="submit" tone="primary" busy={isPending} className="justify-self-end">
          Save recording
        </Button>
      </Form>
    </Dialog>
  );
}
