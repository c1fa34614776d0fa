import { useMutation } from "@tanstack/react-query";
import { CircleCheck, RotateCcw } from "lucide-react";
import type { Comment } from "#contract/discussion.ts";
import { threadMark } from "#web/data/comment-work.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";

export default function DoneButton({ scope, comment }: { scope: Scope; comment: Comment }) {
  const { mutate } = useMutation(threadMark(scope));
  const { id, done } = comment;
  const label = done ? "Open this thread again" : "Mark this thread done";
  return (
    <TipButton label={label} size="sm" onClick={() => mutate({ id, done: !done })}>
      {done ? <RotateCcw /> : <CircleCheck />}
    </TipButton>
  );
}
