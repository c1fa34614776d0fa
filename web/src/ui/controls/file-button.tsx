import { type ComponentProps, useRef } from "react";
import { Button } from "./button.tsx";

interface Props extends ComponentProps<typeof Button> {
  /** The name of the field behind the button. */
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

export function FileButton({ label, accept, multiple, onFiles, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Choosing the same file again must be a change too.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
