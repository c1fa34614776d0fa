import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Comment, DiscussionPeople } from "#contract/discussion.ts";
import { peopleQuery } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { plain } from "#web/lib/format.ts";

type Mention = Comment["mentions"][number];

/** An @ at the start of a word, and what stands between it and the cursor. */
const BEGUN = /(?<=^|\s)@([^@\n]{0,60})$/;
const MOST = 6;

interface Field {
  /** Undefined where nobody can be mentioned. */
  scope: Scope | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
}

export function useMentions({ scope, field, text, setText }: Field) {
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState<Mention[]>([]);
  const [active, setActive] = useState(0);
  const sought = caret === undefined ? undefined : BEGUN.exec(text.slice(0, caret))?.[1];
  const isAsked = scope !== undefined && sought !== undefined;
  // The query has a key also where it is not asked.
  const query = peopleQuery(scope ?? { recordingId: "" });
  const { data: people = [] } = useQuery({ ...query, enabled: isAsked });
  const found = isAsked ? people.filter(({ name }) => begins(name, sought)).slice(0, MOST) : [];
  const choose = ({ user_id, name }: DiscussionPeople["people"][number]) => {
    const start = (caret ?? 0) - (sought?.length ?? 0) - 1;
    const before = `${text.slice(0, start)}@${name} `;
    setText(before + text.slice(caret));
    setChosen((known) => [...known.filter((one) => one.user_id !== user_id), { user_id, name }]);
    setCaret(undefined);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  return {
    found,
    active: Math.min(active, found.length - 1),
    choose,
    /** Follows the cursor after each letter. */
    follow: (at: number) => {
      if (text === "") setChosen([]);
      setCaret(at);
      setActive(0);
    },
    close: () => setCaret(undefined),
    /** Tells whether the key was one for the list. */
    onKey(event: KeyboardEvent): boolean {
      const person = found[Math.min(active, found.length - 1)];
      if (!person) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setActive((active + step + found.length) % found.length);
      else if (event.key === "Escape") setCaret(undefined);
      else if (isChoice(event)) choose(person);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    /** They stay chosen until something new is begun: words that do not arrive come back, and speak to the same people. */
    take(content: string): Mention[] {
      setCaret(undefined);
      return chosen.filter(({ name }) => content.includes(`@${name}`));
    },
  };
}

const isChoice = ({ key, metaKey, ctrlKey }: KeyboardEvent) =>
  (key === "Enter" && !metaKey && !ctrlKey) || key === "Tab";

const begins = (name: string, sought: string) => ` ${plain(name)}`.includes(` ${plain(sought)}`);
