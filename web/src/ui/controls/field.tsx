import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { fieldError } from "#web/lib/api-error.ts";
import { cx } from "#web/ui/cx.ts";

/** 16 px on touch screens: below that, iOS zooms the page when a field is entered. */
export const controlLook = cx(
  "w-full rounded-8 bg-raised px-3 text-14 pointer-coarse:text-16 text-ink placeholder:text-ink-3",
  "inset-ring inset-ring-line-2 transition-shadow hover:inset-ring-ink-3",
  "focus:outline-2 focus:outline-focus focus:outline-offset-2",
  "disabled:opacity-60 aria-invalid:inset-ring-red-ink",
);

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input dir="auto" className={cx(controlLook, "h-10", className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      dir="auto"
      className={cx(controlLook, "field-sizing-content min-h-20 py-2", className)}
      {...rest}
    />
  );
}

interface FrameProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Draws the control; the given props tie it to its label, hint and error. */
  children: (control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

export function Field({ label, hint, error, children }: FrameProps) {
  const id = useId();
  const about = `${id}-about`;
  const says = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="w-fit font-medium text-13">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": says ? about : undefined,
      })}
      {says && (
        <p id={about} className={cx("text-13", error ? "text-red-ink" : "text-ink-3")}>
          {says}
        </p>
      )}
    </div>
  );
}

/** The last refusal of the form around a field. */
const Refused = createContext<unknown>(null);

export function useObjection({ name, error }: Pick<FieldProps, "name" | "error">) {
  const refused = useContext(Refused);
  return error ?? (name && fieldError(refused, name));
}

export type FieldProps = ComponentProps<"input"> & Omit<FrameProps, "children">;

export function TextField({ label, hint, error, ...input }: FieldProps) {
  return (
    <Field label={label} hint={hint} error={useObjection({ name: input.name, error })}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}

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
