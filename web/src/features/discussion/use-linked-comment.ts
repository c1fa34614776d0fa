import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Comment } from "#contract/discussion.ts";

interface Discussion {
  comments: readonly Comment[] | undefined;
  /** Undefined where all of it is read. */
  readOn: (() => unknown) | undefined;
  onJump: (seconds: number) => void;
}

/** Goes to the comment that the address names, and to its second, once both are there. */
export function useLinkedComment({ comments, readOn, onJump }: Discussion) {
  const hash = useLocation({ select: (location) => location.hash });
  const reached = useRef<string>(undefined);
  const look = useEffectEvent(() => {
    if (!comments || !hash.startsWith("comment-") || reached.current === hash) return;
    const linked = comments.find(({ id }) => hash === `comment-${id}`);
    if (!linked) return void readOn?.();
    reached.current = hash;
    const shown = document.getElementById(hash);
    shown?.scrollIntoView({ block: "center" });
    shown?.focus({ preventScroll: true });
    const thread = comments.find(({ id }) => id === linked.parent_comment_id);
    const at = linked.at_seconds ?? thread?.at_seconds ?? null;
    if (at !== null) onJump(at);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of comments is looked through, too
  useEffect(() => look(), [hash, comments]);
}

export function commentLink({ id, at_seconds }: Comment) {
  const video = new URLSearchParams(location.search).get("v"); // which one of a shared folder
  const search = new URLSearchParams({
    ...(video !== null && { v: video }),
    ...(at_seconds !== null && { t: String(at_seconds) }),
  });
  return `${location.origin}${location.pathname}${search.size > 0 ? `?${search}` : ""}#comment-${id}`;
}
