import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FoundRecording, Recording } from "#contract/recordings.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { useLater } from "#web/lib/use-later.ts";
import { errorMended, toast } from "#web/ui/layers/toast.ts";
import { type LibraryAddress, listOptions, pagesOf } from "./address.ts";

export const LOAD_FAILED = "Failed to load recordings";

export function useLibrary(address: LibraryAddress, typed: string) {
  const queryClient = useQueryClient();
  const query = useQuery(recordingsQuery(listOptions(address)));
  const { data, isPlaceholderData, isRefetchError } = query;
  const { page = 1 } = address;

  useEffect(() => {
    if (isRefetchError) toast.error(LOAD_FAILED, { about: LOAD_FAILED });
    else errorMended(LOAD_FAILED);
  }, [isRefetchError]);

  const hasNext = data?.has_more && !isPlaceholderData;
  useEffect(() => {
    if (hasNext)
      void queryClient.prefetchQuery(recordingsQuery(listOptions({ ...address, page: page + 1 })));
  }, [hasNext, address, page, queryClient]);

  const isBehind = isPlaceholderData || typed !== (address.search ?? "");
  const found = data?.recordings ?? [];
  return {
    query,
    // Only the server knows the spoken words; until it has answered, the list is narrowed by words that can be seen.
    recordings: isBehind
      ? found.filter((recording) => matches(recording, typed) || saysIt(recording, typed))
      : found,
    page,
    pages: pagesOf(data?.total ?? 0),
    /** The recordings shown still belong to the address before. */
    isBehind,
    /** The number of recordings at the address is known: before that, no page is beyond the last. */
    isKnown: data !== undefined && !isBehind,
  };
}

type Named = Pick<Recording, "filename" | "original_filename">;

/** Looks in the title and in the name the file came with, as the server searches too. */
export const matches = ({ filename, original_filename }: Named, search: string) =>
  isIn([filename, original_filename], search);

export const saysIt = ({ matches }: Pick<FoundRecording, "matches">, search: string) =>
  isIn(
    matches.map(({ text }) => text),
    search,
  );

const isIn = (texts: readonly string[], search: string) =>
  texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));

/** The selected recordings among those that are shown: one that is no longer shown is no longer selected. */
export function useSelection<Item extends { id: string }>(shown: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const items = shown.filter(({ id }) => ids.has(id));
  return {
    items,
    ids: new Set(items.map(({ id }) => id)) as ReadonlySet<string>, // nobody changes it in place
    /** `through`: with all between it and the last one that was chosen. */
    select(id: string, isSelected: boolean, through = false) {
      const next = new Set(items.map((item) => item.id));
      const places = [last.current, id].map((one) => shown.findIndex((item) => item.id === one));
      const [from = -1, to = -1] = places.toSorted((a, b) => a - b);
      const chosen = through && from >= 0 ? shown.slice(from, to + 1).map((item) => item.id) : [id];
      for (const one of chosen)
        if (isSelected) next.add(one);
        else next.delete(one);
      last.current = id;
      setIds(next);
    },
    selectAll: (all: boolean) => setIds(new Set(all ? shown.map(({ id }) => id) : [])),
  };
}

const PAUSE = 250;

/** A text that shows what is typed at once and is settled elsewhere a moment after the last key. */
export function useDraft(settled: string, settle: (text: string) => void) {
  const [draft, setDraft] = useState<string>();
  const [sent, setSent] = useState<string>();
  const [known, setKnown] = useState(settled);
  if (settled !== known) {
    setKnown(settled);
    // Changed by somebody else, e.g. the back button: what was typed before is over.
    if (settled !== sent) setDraft(undefined);
  }
  const finish = () => {
    if (draft === undefined || draft === settled) return;
    setSent(draft);
    settle(draft);
  };
  useLater(draft !== undefined && PAUSE, finish, draft);
  return [draft ?? settled, setDraft] as const;
}
