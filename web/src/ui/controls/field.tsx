import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";
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
  return <input className={cx(controlLook, "h-10", className)} {...rest} />;
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

/** Label above, control, then the error or else the hint. */
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
export const Refused = createContext<unknown>(null);

/** The objection to the field of this name, where none is given by hand. */
export function useObjection({ name, error }: Pick<FieldProps, "name" | "error">) {
  const refused = useContext(Refused);
  return error ?? (name && fieldError(refused, name));
}

export interface FieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

export function TextField({ label, hint, error, ...input }: FieldProps) {
  return (
    <Field label={label} hint={hint} error={useObjection({ name: input.name, error })}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}
