import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { isMac } from "#web/lib/shortcuts.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextArea } from "#web/ui/controls/field.tsx";

const LONGEST = 10_000;

interface Props {
  label: string;
  action: string;
  initial?: string | undefined;
  placeholder?: string | undefined;
  /** The editor was opened by a press: the person types next. */
  autoFocus?: boolean | undefined;
  /** Beside the buttons, e.g. the moment it is about. */
  children?: ReactNode;
  /** The first letter is being written. */
  onBegin?: (() => void) | undefined;
  /** Takes the trimmed text; what it returns is what the field then holds. */
  onSubmit: (content: string, restore: () => void) => void;
  onCancel?: (() => void) | undefined;
}

export function CommentEditor(props: Props) {
  const { label, action, initial = "", placeholder, children, onSubmit, onCancel } = props;
  const id = useId();
  const [text, setText] = useState(initial);
  const content = text.trim();
  const isFit = content !== "" && content.length <= LONGEST;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!isFit) return;
    setText("");
    // The text goes back only into an empty field: a person who has begun something new keeps that.
    onSubmit(content, () => setText((now) => now || content));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
    if (event.key === "Escape" && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <TextArea
        id={id}
        value={text}
        rows={2}
        placeholder={placeholder}
        autoFocus={props.autoFocus}
        onChange={(event) => {
          if (text === "") props.onBegin?.();
          setText(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        {children}
        <span className="flex-1" />
        <Remaining length={content.length} />
        {onCancel && (
          <Button size="sm" tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          size="sm"
          type="submit"
          tone="primary"
          disabled={!isFit}
          title={isMac ? "⌘ Enter" : "Ctrl Enter"}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}

function Remaining({ length }: { length: number }) {
  const left = LONGEST - length;
  if (left > 500) return null;
  return (
    <span role="status" className="text-12 text-ink-2 tabular-nums">
      {left >= 0 ? `${left} left` : `${-left} too many`}
    </span>
  );
}
