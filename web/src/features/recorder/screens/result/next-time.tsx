import { useEffect, useState } from "react";
import { z } from "zod";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { Button } from "#web/ui/controls/button.tsx";

const offered = stored({
  key: "kinora.next-time-offered",
  schema: z.literal("yes"),
  fallback: null,
  form: "text",
});

interface Props {
  isOn: boolean;
  onTurnOn: () => void;
}

/** After the first recording that was saved by hand, and never again. */
export function NextTime({ isOn, onTurnOn }: Props) {
  const [isFirst] = useState(() => offered.read() === null);
  const [isAccepted, setAccepted] = useState(false);
  useEffect(() => offered.write("yes"), []);
  if (!isFirst || (isOn && !isAccepted)) return null;
  if (isAccepted) {
    return (
      <p role="status" className="text-13 text-ink-2">
        From the next recording on, the link is ready the moment you stop.
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center justify-center gap-3 text-13 text-ink-2">
      Next time: the link the moment you stop.
      <Button
        size="sm"
        onClick={() => {
          setAccepted(true);
          onTurnOn();
        }}
      >
        Turn on Instant link
      </Button>
    </p>
  );
}
