import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { savePart } from "#web/data/edits.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import type { Editing } from "./edited-video.ts";
import { preciseTime } from "./precise-time.ts";

interface Props extends Pick<Editing, "video" | "state"> {
  onClose: () => void;
}

/** The selected part becomes a recording of its own; without a selection, all from the start to the end. */
export function SavePart({ video: { scope, recording }, state, onClose }: Props) {
  const { selected, kept, duration } = state;
  const { start, end } = selected ?? {
    start: kept.at(0)?.start ?? 0,
    end: kept.at(-1)?.end ?? duration,
  };
  const { mutate, error, isPending } = useMutation(savePart(scope, onClose));
  const [title, setTitle] = useState(recording.filename);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save a part as a new recording"
      description={`From ${preciseTime(start)} to ${preciseTime(end)}, with its subtitles and chapters. Comments stay here.`}
    >
      <Form className="grid gap-5" error={error} onData={() => mutate({ start, end, title })}>
        <TextField
          label="Title"
          value={title}
          error={fieldError(error, "title")}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button type="submit" tone="primary" busy={isPending} className="justify-self-end">
          Save recording
        </Button>
      </Form>
    </Dialog>
  );
}
