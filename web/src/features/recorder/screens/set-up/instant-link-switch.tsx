import { useState } from "react";
import { Banner } from "#web/ui/banner.tsx";
import { Switch } from "#web/ui/switch.tsx";

interface Props {
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean | undefined;
}

const SEEN = "kinora.instant-link-explained";

/** Whether bytes leave this computer while it records: the owner's choice, explained once. */
export function InstantLinkSwitch({ on, onChange, disabled }: Props) {
  const [isExplained, setExplained] = useState(() => localStorage.getItem(SEEN) !== null);
  const dismiss = () => {
    localStorage.setItem(SEEN, "yes");
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
