import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { askForTakeout, deleteMyAccount } from "#web/data/account.ts";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { DeleteAccountDialog } from "#web/ui/layers/delete-account-dialog.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

export function LeavingCard() {
  const { email, password_set } = useUser();
  const takeout = useMutation(askForTakeout);
  const deletion = useMutation(deleteMyAccount);
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsCard
      title="Your data"
      anchor="data"
      help="Everything that is yours here, in one archive: recordings, captions, comments and settings."
    >
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download />} busy={takeout.isPending} onClick={() => takeout.mutate()}>
          Download everything
        </Button>
        <Button tone="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking && (
        <DeleteAccountDialog
          title="Delete your account?"
          email={email}
          isPending={deletion.isPending}
          asksPassword={password_set}
          onDelete={(typed, password) => deletion.mutate({ email: typed, password })}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsCard>
  );
}
