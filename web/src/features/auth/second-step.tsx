import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Ticket } from "#contract/auth.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/field.tsx";
import { AuthForm } from "./auth-form.tsx";
import { secondStep } from "./sign-in.ts";

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

interface Props {
  asked: Ticket;
  onDone: (() => Promise<void>) | undefined;
}

export function SecondStep({ asked: { ticket, ways, passkey }, onDone }: Props) {
  const [way, setWay] = useState<Way>(ways.includes("totp") ? "totp" : "passkey");
  const { mutate, isPending, error, reset } = useMutation(secondStep(onDone));
  const { label, hint, choose } = words[way];
  const send = (chosen: Way, form: FormData) =>
    mutate(async () => {
      const { sendCode, sendPasskey } = await import("./send-form.ts");
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
        onData={(form) => send(way, form)}
        {...{ error, isPending }}
        failure="That did not work. Please try again."
        words={label ? ["Continue", "Checking..."] : [choose, "Waiting for it..."]}
      >
        {label && (
          <TextField
            {...{ label, hint, name: "code", autoFocus: true, required: true }}
            autoComplete="one-time-code"
            inputMode={way === "totp" ? "numeric" : "text"}
            error={fieldError(error, "code")}
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
