import { useMutation } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { type MouseEvent, type ReactNode, useState } from "react";
import type { Ticket } from "#contract/auth.ts";
import { errorText, isAboutFields } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { Wordmark } from "#web/ui/wordmark.tsx";
import { PlayerStill } from "./player-still.tsx";
import { secondStep, ticketAtom } from "./sign-in.ts";

interface Props {
  title: string;
  help: string;
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

type Way = Ticket["ways"][number];

const words: Record<Way, { choose: string; label?: string; hint?: string }> = {
  totp: {
    choose: "Use the app's code",
    label: "Code",
    hint: "Six digits, from your authenticator app.",
  },
  passkey: { choose: "Use a passkey" },
  recovery: { choose: "Use a recovery code", label: "Recovery code", hint: "Each works once." },
};

export function SecondStep({ asked, onDone }: { asked: Ticket; onDone: Props["onDone"] }) {
  const { ticket, ways, passkey } = asked;
  const [way, setWay] = useState<Way>(ways.includes("totp") ? "totp" : "passkey");
  const { mutate, isPending, error, reset } = useMutation(secondStep(onDone));
  const { label, hint, choose } = words[way];
  const send = (chosen: Way, form: FormData) =>
    mutate(async () => {
      const { sendCode, sendPasskey } = await import("#web/data/auth-forms.ts");
      return chosen === "passkey" ? sendPasskey(ticket, passkey) : sendCode(ticket, form);
    });
  const change = (chosen: Way) => {
    reset();
    setWay(chosen);
    if (chosen === "passkey") send(chosen, new FormData());
  };
  return (
    <div className="grid gap-5">
      <AuthForm
        key={way}
        sending={{ mutate: (form) => send(way, form), error, isPending }}
        failure="That did not work. Please try again."
        words={label ? ["Continue", "Checking..."] : [choose, "Waiting for it..."]}
      >
        {label && (
          <TextField
            {...{ label, hint, name: "code", autoFocus: true, required: true }}
            autoComplete="one-time-code"
            inputMode={way === "totp" ? "numeric" : "text"}
            onInput={({ currentTarget: { form }, nativeEvent: event }) => {
              if ("inputType" in event && event.inputType === "insertFromPaste")
                form?.requestSubmit();
            }}
          />
        )}
      </AuthForm>
      <div className="flex flex-wrap justify-center gap-x-2">
        {ways.map((other) =>
          other === way ? null : (
            <Button key={other} size="sm" tone="quiet" onClick={() => change(other)}>
              {words[other].choose}
            </Button>
          ),
        )}
      </div>
    </div>
  );
}

const TEXT_LINK =
  "rounded-[4px] font-medium text-ink underline decoration-line-2 underline-offset-4 hover:decoration-ink";

interface TextLinkProps {
  to: "/login" | "/register" | "/forgot-password";
  redirect?: string | undefined;
  children: ReactNode;
}

/** Leads from one way in to another. The router follows the address; so this link can be drawn before it is there. */
export function TextLink({ to, redirect, children }: TextLinkProps) {
  const href = redirect ? `${to}?${new URLSearchParams({ redirect })}` : to;
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState(null, "", href);
  };
  return (
    <a href={href} className={TEXT_LINK} onClick={follow}>
      {children}
    </a>
  );
}

interface AuthFormProps {
  sending: { mutate: (form: FormData) => void; error: unknown; isPending: boolean };
  /** The button's words, and those while the answer is awaited. */
  words: [idle: string, busy: string];
  /** The message for a refusal that is about no field and has no words of its own. */
  failure: string;
  after?: ReactNode;
  children: ReactNode;
}

export function AuthForm(props: AuthFormProps) {
  const { sending, words, failure, after, children } = props;
  const { mutate, error, isPending } = sending;
  const [idle, busy] = words;
  return (
    <Form onData={mutate} error={error} onFocus={warmUp} className="grid gap-5">
      {children}
      {error !== null && !isAboutFields(error) && (
        <p role="alert" className="text-13 text-red-ink">
          {errorText(error, failure)}
        </p>
      )}
      <Button type="submit" tone="primary" size="lg" block busy={isPending}>
        {isPending ? busy : idle}
      </Button>
      {after}
    </Form>
  );
}

export function EmailField({ initial }: { initial?: string | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={initial}
      required
    />
  );
}

/** Once someone begins to fill a form in, what sending it needs is fetched. */
function warmUp() {
  void import("#web/data/auth-forms.ts");
  void loadToasts();
}
