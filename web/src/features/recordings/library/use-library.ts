import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FoundRecording } from "#contract/recordings.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { plain } from "#web/lib/format.ts";
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
    recordings: isBehind ? found.filter((recording) => fits(recording, typed)) : found,
    page,
    pages: pagesOf(data?.total ?? 0),
    /** The recordings shown still belong to the address before. */
    isBehind,
    /** The number of recordings at the address is known: before that, no page is beyond the last. */
    isKnown: data !== undefined && !isBehind,
  };
}

type Searched = Pick<FoundRecording, "filename" | "original_filename" | "matches">;

/** Looks in the title, in the name the file came with and in what was said, as the server searches too. */
export function fits({ filename, original_filename, matches }: Searched, search: string) {
  const wanted = plain(search.trim());
  const texts = [filename, original_filename, ...matches.map(({ text }) => text)];
  return texts.some((text) => plain(text).includes(wanted));
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
