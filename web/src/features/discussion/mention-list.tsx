import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { itemLook } from "#web/ui/layers/menu.tsx";
import type { Person } from "./use-mentions.ts";

interface Props {
  id: string;
  people: readonly Person[];
  active: number;
  onChoose: (person: Person) => void;
}

export const optionId = (list: string, at: number) => `${list}-${at}`;

/** The people who can be mentioned; the field keeps the focus, and its keys choose. */
export function MentionList({ id, people, active, onChoose }: Props) {
  if (people.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People to mention"
      className="rounded-12 border border-line bg-raised p-1 shadow-lift"
    >
      {people.map((person, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose
        <div
          key={person.user_id}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={cx(itemLook, "aria-selected:bg-wash")}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar username={person.name} picture={person.profile_picture} size="sm" />
          <span className="min-w-0 truncate">{person.name}</span>
        </div>
      ))}
    </div>
  );
}
