import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Edit } from "#contract/edits.ts";
import { configQuery } from "#web/data/config.ts";
import { canEncodeQuery, encodeHere } from "#web/data/edits.ts";
import { errorText } from "#web/lib/api-error.ts";
import type { EditedVideo } from "./edited-video.ts";

export const UNABLE = "This browser could not make the cut.";

/** The owner's browser encodes for a server without ffmpeg: while the editor is open, and each time it is. */
export function useBrowserCut({ scope, isOwner, src }: EditedVideo, edit: Edit) {
  const { data: config } = useQuery(configQuery);
  const isBare = config?.exact_cuts === false;
  const { data, isError } = useQuery({ ...canEncodeQuery(scope, src), enabled: isBare && isOwner });
  const can = isOwner ? (data ?? (isError ? false : undefined)) : false;
  const { mutate, error, isPending } = useMutation(encodeHere(scope));
  const [percent, setPercent] = useState<number>();
  const [tries, setTries] = useState(0);
  const { version, waits_for_owner } = edit;
  const isDue = waits_for_owner && can === true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins anew, and another address of the same film does not
  useEffect(() => {
    if (!isDue) return;
    const end = new AbortController();
    const onProgress = (fraction: number) => setPercent(Math.floor(fraction * 100));
    const { signal } = end;
    mutate({ version, src, signal, onProgress });
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    return () => {
      end.abort();
      setPercent(undefined);
    };
  }, [isDue, version, tries, mutate]);

  return {
    ...{ isBare, can, percent },
    failure: isDue && !isPending && error ? errorText(error, UNABLE) : undefined,
    again: () => setTries(tries + 1),
  };
}
