import { type MutationOptions, useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { askBefore, type Question } from "#web/ui/layers/confirm.tsx";
import { Button } from "./button.tsx";

interface Props<Answer, Input, Layer> extends Omit<ComponentProps<typeof Button>, "onClick"> {
  write: MutationOptions<Answer, Error, Input, Layer>;
  /** Asked before anything is written. */
  question?: Question;
}

type Sent<Input> = undefined extends Input ? { input?: Input } : { input: Input };

/** A button whose press is one write, and which is busy until that is through. */
export function WriteButton<Answer, Input, Layer>(
  props: Props<Answer, Input, Layer> & Sent<Input>,
) {
  const { write, question, input, busy, ...button } = props as Props<Answer, Input, Layer> & {
    input: Input;
  }; // a write that takes nothing is given nothing
  const { mutate, isPending } = useMutation(write);
  const press = () => mutate(input);
  const onClick = question ? askBefore(press, question) : press;
  return <Button busy={busy || isPending} onClick={onClick} {...button} />;
}
