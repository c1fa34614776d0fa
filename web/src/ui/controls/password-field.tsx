import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Field, type FieldProps, Input, useObjection } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** For the password that one has, where nothing else is said. */
export function PasswordField({ label, hint, error, ...rest }: FieldProps) {
  const input = { autoComplete: "current-password", ...rest };
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={useObjection({ name: input.name, error })}>
      {(control) => (
        <div className="relative">
          <Input {...control} {...input} type={shown ? "text" : "password"} className="pr-11" />
          <IconButton
            label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            icon={shown ? <EyeOff /> : <Eye />}
            size="sm"
            className="absolute top-1 right-1"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}

/** Where a password is chosen: it says how strong one is, and refuses none. */
export function NewPasswordField(props: Omit<FieldProps, "hint" | "autoComplete" | "onInput">) {
  const [typed, setTyped] = useState("");
  return (
    <PasswordField
      autoComplete="new-password"
      hint={strengthOf(typed)}
      onInput={(event) => setTyped(event.currentTarget.value)}
      {...props}
    />
  );
}

function strengthOf(password: string) {
  if (password.length < 6) return "At least 6 characters, better 12.";
  const variety = new Set(password).size;
  if (password.length < 8 || variety < 5) return "Weak. Better have 12 characters, or a few words.";
  if (password.length < 12) return "Fair. 12 characters are better.";
  return password.length < 16 || variety < 8 ? "Good." : "Strong.";
}
