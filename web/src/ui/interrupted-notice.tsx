import type { Recording } from "#contract/recordings.ts";
import { Banner } from "./page/banner.tsx";

type Props = { recording: Pick<Recording, "status" | "interrupted" | "size"> };

/** The recorder is silent, or never came back: why the video ends where it does. */
export function InterruptedNotice({ recording: { status, interrupted, size } }: Props) {
  if (!interrupted || size === 0) return null;
  return (
    <Banner tone="warn">
      {status === "recording"
        ? "The recording was interrupted. Everything until then plays here, and it goes on by itself when the recorder comes back."
        : "The recorder was interrupted and never came back. Everything until then is here."}
    </Banner>
  );
}
