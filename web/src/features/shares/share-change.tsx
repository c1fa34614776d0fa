import { Popover } from "@base-ui/react/popover";
import { useMutation } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { changeShare } from "#web/data/shares.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { popupLook } from "#web/ui/layers/menu.tsx";
import { changeOf, type Draft, draftOf } from "./draft.ts";
import { LinkWords } from "./link-words.tsx";
import { ShareOptions } from "./share-options.tsx";

/** The settings that can still be changed about a link that is out there already. */
export function ShareChange({ share }: { share: Share }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton label="Change this link" size="sm">
            <SlidersHorizontal />
          </IconButton>
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="z-50">
          <Popover.Popup className={cx(popupLook, "w-80 max-w-(--available-width) p-4")}>
            <Popover.Title className="sr-only">Change this link</Popover.Title>
            <ChangeForm share={share} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ChangeForm({ share, onDone }: { share: Share; onDone: () => void }) {
  const { mutate, isPending, error } = useMutation(changeShare(share, onDone));
  const [draft, setDraft] = useState(() => draftOf(share));
  const of = share.folder_id ? "folder" : "recording";
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const errors = (field: string) => fieldError(error, field);
  return (
    <Form className="grid gap-4" error={error} onData={() => mutate(changeOf(draft, share))}>
      <LinkWords {...{ of, draft, share }} error={errors("allowed_email")} onChange={change} />
      <ShareOptions
        {...{ of, draft, errors }}
        password={{
          label: share.has_password ? "New password" : "Password",
          hint: "People who are watching now will be asked for it.",
        }}
        onChange={change}
      />
      {/* The buttons stay in sight however far the fields are scrolled on a phone. */}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        {share.has_password && (
          <Button
            size="sm"
            tone="quiet"
            busy={isPending}
            onClick={() => mutate({ password: null })}
          >
            Remove password
          </Button>
        )}
        <Button type="submit" size="sm" tone="primary" busy={isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
