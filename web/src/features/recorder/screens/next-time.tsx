import { useEffect, useState } from "react";
import { z } from "zod";
import { stored } from "#web/lib/browser-storage.ts";
import { Button } from "#web/ui/button.tsx";

const offered = stored({
  key: "kinora.next-time-offered",
  schema: z.literal("yes"),
  fallback: null,
  form: "text",
});

interface Props {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** After the first recording that was saved by hand, and never again. */
export function NextTime({ isOn, onChange }: Props) {
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
    <Button
      size="sm"
      onClick={() => {
        setAccepted(true);
        onChange(true);
      }}
    >
      Next time: the link the moment you stop
    </Button>
  );
}
