import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Ticket } from "#contract/auth.ts";
import { errorText, fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AuthForm } from "./auth-form.tsx";
import { secondStep } from "./sign-in.ts";

type Way = Ticket["ways"][number];

const FAILURE = "That did not work. Please try again.";

const fields: Record<Exclude<Way, "passkey">, { label: string; hint: string }> = {
  totp: { label: "Code", hint: "Six digits, from your authenticator app." },
  recovery: { label: "Recovery code", hint: "Each works once." },
};
const others: Record<Way, string> = {
  totp: "Use the app's code",
  passkey: "Use a passkey",
  recovery: "Use a recovery code",
};

interface Props {
  asked: Ticket;
  onDone?: (() => Promise<void>) | undefined;
}

export function SecondStep({ asked: { ticket, ways, passkey }, onDone = async () => {} }: Props) {
  const [way, setWay] = useState<Way>(ways.includes("totp") ? "totp" : "passkey");
  const { mutate, isPending, error, reset } = useMutation(secondStep(onDone));
  const sending = () => import("./send-form.ts");
  const choose = (chosen: Way) => {
    reset();
    setWay(chosen);
    if (chosen === "passkey") mutate(async () => (await sending()).sendPasskey(ticket, passkey));
  };
  return (
    <div className="grid gap-5">
      {way === "passkey" ? (
        <>
          {error && (
            <p role="alert" className="text-13 text-red-ink">
              {errorText(error, FAILURE)}
            </p>
          )}
          <Button
            {...{ tone: "primary", size: "lg", block: true, busy: isPending }}
            icon={<KeyRound />}
            onClick={() => choose("passkey")}
          >
            {others.passkey}
          </Button>
        </>
      ) : (
        <AuthForm
          onData={(form) => mutate(async () => (await sending()).sendCode(form))}
          error={error}
          isPending={isPending}
          failure={FAILURE}
          words={["Continue", "Checking..."]}
        >
          <input type="hidden" name="ticket" value={ticket} />
          <TextField
            key={way}
            {...fields[way]}
            name="code"
            autoComplete="one-time-code"
            inputMode={way === "totp" ? "numeric" : "text"}
            autoFocus
            required
            error={fieldError(error, "code")}
            onInput={({ currentTarget: { form }, nativeEvent }) => {
              const isPasted = "inputType" in nativeEvent && nativeEvent.inputType;
              if (isPasted === "insertFromPaste") form?.requestSubmit();
            }}
          />
        </AuthForm>
      )}
      <div className="flex flex-wrap justify-center gap-x-2">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} size="sm" tone="quiet" onClick={() => choose(other)}>
              {others[other]}
            </Button>
          ))}
      </div>
    </div>
  );
}
