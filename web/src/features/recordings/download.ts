import { useQueryClient } from "@tanstack/react-query";
import { downloadUrl, mediaTokenQuery, readFile } from "#web/data/recordings.ts";
import { errorText } from "#web/lib/api-error.ts";
import { downloadFrom } from "#web/lib/browser/download-blob.ts";
import { DRIVE_NOT_CONNECTED, isDriveProblem } from "#web/lib/drive-problem.ts";
import { toast } from "#web/ui/layers/toast.ts";

/** `onDriveProblem` leads the owner to where a drive is connected; anybody else reads the server's words. */
export function useDownload(onDriveProblem?: () => void) {
  const queryClient = useQueryClient();
  return async (id: string) => {
    try {
      const { token } = await queryClient.fetchQuery(mediaTokenQuery(id));
      const url = downloadUrl(id, token);
      await assertServed(url, id);
      downloadFrom(url);
    } catch (error) {
      const isDrive = onDriveProblem !== undefined && isDriveProblem(errorText(error, ""));
      const text = isDrive ? DRIVE_NOT_CONNECTED : errorText(error, "Failed to download recording");
      toast.error(text, { leads: isDrive });
      if (isDrive) onDriveProblem();
    }
  };
}

/** A refusal would be saved as if it were the video, so the server is asked for the head first. */
async function assertServed(url: string, id: string) {
  const head = await fetch(url, { method: "HEAD", redirect: "manual" }).catch(() => undefined);
  // Redirected means that the storage serves it; a head says no reasons, so they are asked for.
  if (!head?.ok && head?.type !== "opaqueredirect") await readFile(id);
}
