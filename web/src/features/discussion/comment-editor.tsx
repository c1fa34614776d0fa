import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import type { Comment } from "#contract/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { isComposing, isMac } from "#web/lib/shortcuts.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { TextArea } from "#web/ui/controls/field.tsx";
import { cx } from "#web/ui/cx.ts";
import { itemLook } from "#web/ui/layers/menu.tsx";
import { useMentions } from "./use-mentions.ts";

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
  /** The discussion whose people can be mentioned. */
  mentionsIn?: Scope | undefined;
  /** Takes the trimmed text; what it returns is what the field then holds. */
  onSubmit: (content: string, restore: () => void, mentions: Comment["mentions"]) => void;
  onCancel?: (() => void) | undefined;
}

export function CommentEditor(props: Props) {
  const { label, action, initial = "", placeholder, children, onSubmit, onCancel } = props;
  const id = useId();
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ scope: props.mentionsIn, field, text, setText });
  const list = `${id}-people`;
  const content = text.trim();
  const isFit = content !== "" && content.length <= LONGEST;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!isFit) return;
    setText("");
    // The text goes back only into an empty field: a person who has begun something new keeps that.
    onSubmit(content, () => setText((now) => now || content), mentions.take(content));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || mentions.onKey(event)) return;
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
        ref={field}
        value={text}
        rows={2}
        placeholder={placeholder}
        autoFocus={props.autoFocus}
        onChange={(event) => {
          if (text === "") props.onBegin?.();
          setText(event.currentTarget.value);
          mentions.follow(event.currentTarget.selectionStart);
        }}
        onKeyDown={onKeyDown}
        onBlur={mentions.close}
        {...(mentions.found.length > 0 && leadsTo(list, mentions.active))}
      />
      <MentionList id={list} mentions={mentions} />
      <Buttons {...{ action, isFit, onCancel }} length={content.length}>
        {children}
      </Buttons>
    </form>
  );
}

const leadsTo = (list: string, active: number) => ({
  "aria-autocomplete": "list" as const,
  "aria-controls": list,
  "aria-activedescendant": optionId(list, active),
});

interface ButtonsProps extends Pick<Props, "action" | "children" | "onCancel"> {
  isFit: boolean;
  length: number;
}

function Buttons({ action, children, onCancel, isFit, length }: ButtonsProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      {children}
      <span className="flex-1" />
      <Remaining length={length} />
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

const optionId = (list: string, at: number) => `${list}-${at}`;

/** The people who can be mentioned; the field keeps the focus, and its keys choose. */
function MentionList({ id, mentions }: { id: string; mentions: ReturnType<typeof useMentions> }) {
  const { found, active, choose } = mentions;
  if (found.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People to mention"
      className="rounded-12 border border-line bg-raised p-1 shadow-lift"
    >
      {found.map((person, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose
        <div
          key={person.user_id}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={cx(itemLook, "aria-selected:bg-wash")}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <Avatar username={person.name} picture={person.profile_picture} size="sm" />
          <bdi className="min-w-0 truncate">{person.name}</bdi>
        </div>
      ))}
    </div>
  );
}
