import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { Wordmark } from "#web/ui/wordmark.tsx";
import { PlayerStill } from "./player-still.tsx";
import { SecondStep } from "./second-step.tsx";
import { ticketAtom } from "./sign-in.ts";
import { TEXT_LINK } from "./text-link.tsx";

interface Props {
  title: string;
  help: string;
  /** The way to the other screen. */
  other: ReactNode;
  children: ReactNode;
  /** The step after a second factor, where the guest guard does not lead on. */
  onDone?: () => Promise<void>;
}

/** The frame of each way in, which makes place for the second step where there is one. */
export function AuthFrame({ onDone, ...first }: Props) {
  const [ticket, setTicket] = useAtom(ticketAtom);
  if (!ticket) return <Frame {...first} />;
  return (
    <Frame
      title="One More Step"
      help="Your account asks for a second factor."
      other={
        <button type="button" className={TEXT_LINK} onClick={() => setTicket(null)}>
          Start again
        </button>
      }
    >
      <SecondStep asked={ticket} onDone={onDone} />
    </Frame>
  );
}

/** The form at left; on wide screens the product doing its job at right. */
function Frame({ title, help, other, children }: Omit<Props, "onDone">) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <main className="grid justify-items-center px-5 pt-[clamp(32px,30dvh-150px,12dvh)] pb-10">
        <div className="grid w-full max-w-[400px] content-start gap-8">
          <Wordmark size={28} />
          <header className="grid gap-2">
            <h1 className="font-semibold text-28">{title}</h1>
            <p className="text-14 text-ink-2">{help}</p>
          </header>
          {children}
          <p className="text-14 text-ink-2">{other}</p>
        </div>
      </main>
      <aside className="hidden place-items-center border-line border-l bg-paper-2 px-[6%] py-10 lg:grid">
        <PlayerStill />
      </aside>
    </div>
  );
}
