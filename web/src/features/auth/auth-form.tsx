import type { ReactNode } from "react";
import { errorText, fieldError, isAboutFields } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/field.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

interface Props {
  onData: (form: FormData) => void;
  error: unknown;
  /** The button's words, and those while the answer is awaited. */
  words: [idle: string, busy: string];
  isPending: boolean;
  /** The message for a refusal that is about no field and has no words of its own. */
  failure: string;
  /** Stands below the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** The form that all pages on the way in have in common. */
export function AuthForm(props: Props) {
  const { onData, error, words, isPending, failure, after, children } = props;
  const [idle, busy] = words;
  return (
    <Form onData={onData} error={error} onFocus={warmUp} className="grid gap-5">
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

export function EmailField({ error, initial }: { error: unknown; initial?: string | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={initial}
      required
      error={fieldError(error, "email")}
    />
  );
}

/** Once someone begins to fill a form in, what sending it needs is fetched. */
function warmUp() {
  void import("./send-form.ts");
  void loadToasts();
}
