import type { ReactNode } from "react";
import { errorText, isAboutFields } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/field.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

interface Props {
  sending: { mutate: (form: FormData) => void; error: unknown; isPending: boolean };
  /** The button's words, and those while the answer is awaited. */
  words: [idle: string, busy: string];
  /** The message for a refusal that is about no field and has no words of its own. */
  failure: string;
  /** Stands below the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** The form that all pages on the way in have in common. */
export function AuthForm(props: Props) {
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
  void import("./send-form.ts");
  void loadToasts();
}
