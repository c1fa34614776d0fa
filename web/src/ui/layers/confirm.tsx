import { useId } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import { loadToasts } from "./toast.ts";

export interface Question {
  title: string;
  description?: string | undefined;
  /** Destroys something: the button is red. */
  danger?: boolean | undefined;
}

/** Asks in a toast that stays until it is answered. Escape and dismissing mean no. */
export async function confirm(question: Question): Promise<boolean> {
  const before = whatStays(document.activeElement);
  const { dismissToast, showCustom } = await loadToasts();
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      dismissToast(id);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      resolve(yes);
    };
    const id = showCustom(
      () => <Confirmation question={question} onAnswer={answer} />,
      () => resolve(false),
    );
  });
}

/** An item goes with its list; the button that opened the list stays. */
function whatStays(focused: Element | null) {
  const list = focused?.closest("[role=menu], [role=listbox]");
  return list ? document.querySelector(`[aria-controls="${list.id}"]`) : focused;
}

/** The act of a button that asks first: the act follows a yes. */
export const askBefore = (act: () => unknown, question: Question) => async () => {
  if (await confirm(question)) act();
};

interface Props {
  question: Question;
  onAnswer: (answer: boolean) => void;
}

function Confirmation({ question, onAnswer }: Props) {
  const id = useId();
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={question.description ? `${id}-description` : undefined}
      className="grid w-(--width) max-w-full gap-4 rounded-12 border border-line bg-raised p-4 text-14 text-ink shadow-lift"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onAnswer(false);
      }}
    >
      <div className="grid gap-1">
        <p id={`${id}-title`} className="font-medium">
          {question.title}
        </p>
        {question.description && (
          <p id={`${id}-description`} className="text-13 text-ink-2">
            {question.description}
          </p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        {/* Cancel takes the focus: a question out of the keyboard's reach cannot be answered. */}
        <Button size="sm" autoFocus onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button
          size="sm"
          tone={question.danger ? "record" : "primary"}
          onClick={() => onAnswer(true)}
        >
          Confirm
        </Button>
      </div>
    </div>
  );
}
