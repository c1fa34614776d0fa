import { type ComponentProps, useEffect, useRef } from "react";
import { Refused } from "./field.tsx";

interface Props extends Omit<ComponentProps<"form">, "onSubmit"> {
  onData: (form: FormData) => void;
  /** The last refusal: when it changes, the first field it names is in sight and takes the focus. */
  error: unknown;
}

/** Objections come from the contract and stand beside their field, not in the browser's bubbles. */
export function Form({ onData, error, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const refused = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!error || !refused) return;
    refused.closest("details")?.setAttribute("open", "");
    refused.focus();
  }, [error]);
  return (
    <Refused value={error}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onData(new FormData(event.currentTarget));
        }}
        {...rest}
      />
    </Refused>
  );
}
