import { Pencil } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { EMPTY_TITLE, LONGEST_TITLE } from "#contract/recordings.ts";
import { isComposing } from "#web/lib/shortcuts.ts";
import { errorMended, toast } from "#web/ui/layers/toast.ts";
import { Input } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

interface Props {
  title: string;
  /** Undefined for those who may not change it. */
  onSave: ((title: string) => void) | undefined;
  /** The level of the heading, where it is not the page's own. */
  level?: 1 | 2 | undefined;
}

/** A heading; where it may be changed, Enter saves and Escape leaves it as it was. */
export function EditableTitle({ title, onSave, level = 1 }: Props) {
  const Heading = `h${level}` as const;
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  /** Where the keyboard stood before the pencil was pressed with a pointer. */
  const before = useRef<Element>(null);
  if (isEditing && onSave) {
    const close = () => {
      setEditing(false);
      requestAnimationFrame(() => {
        if (before.current) returnFocus(before.current);
        else edit.current?.focus();
        before.current = null;
      });
    };
    return <TitleForm title={title} onSave={onSave} onClose={close} />;
  }
  return (
    <div className="flex min-w-0 items-start gap-1">
      <Heading dir="auto" className="min-w-0 font-semibold text-20 [overflow-wrap:anywhere]">
        {title}
      </Heading>
      {onSave && (
        <IconButton
          ref={edit}
          label="Edit title"
          icon={<Pencil />}
          size="sm"
          className="-my-1"
          onPointerDown={() => {
            before.current = document.activeElement;
          }}
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  );
}

/** On the page itself there is nothing to focus: it is enough to leave what has the focus. */
function returnFocus(to: Element) {
  if (to instanceof HTMLElement && to !== document.body) to.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

interface FormProps {
  title: string;
  onSave: (title: string) => void;
  onClose: () => void;
}

function TitleForm({ title, onSave, onClose }: FormProps) {
  const [before] = useState(title); // others may change it meanwhile
  const [text, setText] = useState(title);
  const limit = useId();
  const tooMany = text.trim().length - LONGEST_TITLE;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted === "") return toast.error(EMPTY_TITLE, { about: EMPTY_TITLE });
    if (wanted.length > LONGEST_TITLE) return;
    if (wanted !== before) onSave(wanted);
    close();
  };
  const close = () => {
    errorMended(EMPTY_TITLE);
    onClose();
  };
  return (
    <form className="min-w-0" onSubmit={save}>
      <Input
        aria-label="Title"
        autoFocus
        aria-invalid={tooMany > 0}
        aria-describedby={tooMany > 0 ? limit : undefined}
        value={text}
        className="!text-20 font-semibold"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (!isComposing(event.nativeEvent)) close();
        }}
        onBlur={() => save()}
      />
      {tooMany > 0 && (
        <p id={limit} role="status" className="mt-1 text-13 text-red-ink tabular-nums">
          A title has at most {LONGEST_TITLE} characters: {tooMany} too many
        </p>
      )}
    </form>
  );
}
