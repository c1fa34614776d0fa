import { useState } from "react";
import { z } from "zod";
import { stored } from "#web/lib/browser-storage.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Switch } from "#web/ui/switch.tsx";

interface Props {
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean | undefined;
}

const explained = stored({
  key: "kinora.instant-link-explained",
  schema: z.literal("yes"),
  fallback: null,
  form: "text",
});

/** Whether bytes leave this computer while it records: the owner's choice, explained once. */
export function InstantLinkSwitch({ on, onChange, disabled }: Props) {
  const [isExplained, setExplained] = useState(() => explained.read() === "yes");
  const dismiss = () => {
    explained.write("yes");
    setExplained(true);
  };
  return (
    <div className="grid gap-3">
      <Switch
        label="Instant link"
        hint={
          on
            ? "Sends while you record. The link works the moment you stop."
            : "Nothing leaves this computer before you save."
        }
        checked={on}
        onChange={(next) => {
          dismiss();
          onChange(next);
        }}
        disabled={disabled}
      />
      {!isExplained && (
        <Banner onDismiss={dismiss}>
          With Instant link on, your recording is sent to the server while you make it, so that
          whoever has the link can watch when you stop; with it off, it stays on this computer until
          you press save.
        </Banner>
      )}
    </div>
  );
}
