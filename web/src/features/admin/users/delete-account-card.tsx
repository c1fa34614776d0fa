import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminUser } from "#contract/admin-users.ts";
import { deleteAccountOf } from "#web/data/admin-users.ts";
import { Card, CardHead } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { DeleteAccountDialog } from "#web/ui/layers/delete-account-dialog.tsx";

interface Props {
  user: AdminUser;
  onDeleted: () => Promise<void>;
}

export function DeleteAccountCard({ user, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation(deleteAccountOf(user.id, onDeleted));
  return (
    <Card className="pb-5">
      <CardHead
        title="Delete this account"
        help="With every recording, link and comment of theirs, for good."
        actions={
          <Button size="sm" tone="danger" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        }
      />
      {isAsking && (
        <DeleteAccountDialog
          title={`Delete the account of ${user.username}?`}
          email={user.email}
          isPending={isPending}
          onDelete={(typed) => mutate(typed)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
