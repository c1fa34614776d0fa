import { Pencil } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { EMPTY_TITLE } from "#contract/recordings.ts";
import { Input } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { toast } from "./toast.ts";

interface Props {
  title: string;
  /** Undefined for those who may not change it. */
  onSave: ((title: string) => void) | undefined;
}

/** The page's heading; where it may be changed, Enter saves and Escape leaves it as it was. */
export function EditableTitle({ title, onSave }: Props) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  if (isEditing && onSave) {
    const close = () => {
      setEditing(false);
      requestAnimationFrame(() => edit.current?.focus());
    };
    return <TitleForm title={title} onSave={onSave} onClose={close} />;
  }
  return (
    <div className="flex min-w-0 items-start gap-1">
      <h1 dir="auto" className="min-w-0 font-semibold text-20 [overflow-wrap:anywhere]">
        {title}
      </h1>
      {onSave && (
        <IconButton
          ref={edit}
          label="Edit title"
          size="sm"
          className="-my-1"
          onClick={() => setEditing(true)}
        >
          <Pencil />
        </IconButton>
      )}
    </div>
  );
}

interface FormProps {
  title: string;
  onSave: (title: string) => void;
  onClose: () => void;
}

function TitleForm({ title, onSave, onClose }: FormProps) {
  const [text, setText] = useState(title);
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted === "") return toast.error(EMPTY_TITLE);
    if (wanted !== title) onSave(wanted);
    onClose();
  };
  return (
    <form className="min-w-0" onSubmit={save}>
      <Input
        aria-label="Title"
        dir="auto"
        autoFocus
        maxLength={255}
        value={text}
        className="!text-20 font-semibold"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
        onBlur={() => save()}
      />
    </form>
  );
}
