import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Field, Input } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

interface Props extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

export function PasswordField({ label, hint, error, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input {...control} {...input} type={shown ? "text" : "password"} className="pr-11" />
          <IconButton
            label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            size="sm"
            className="absolute top-1 right-1"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}

/** Where a password is chosen. */
export function NewPasswordField(props: Omit<Props, "hint" | "autoComplete">) {
  return <PasswordField autoComplete="new-password" hint="At least 6 characters." {...props} />;
}
