import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";
import { Cloud, HardDrive } from "lucide-react";
import type { Recording, StorageChoice } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import {
  cancelMove,
  canMove,
  isElsewhere,
  moveRecording,
  movesQuery,
  placeName,
} from "#web/data/moves.ts";
import { recordingsKey } from "#web/data/recordings.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { MenuItem } from "#web/ui/layers/menu.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";

export function MovingNotice({ recording: { id, moving } }: { recording: Recording }) {
  const config = useQuery(configQuery);
  const { mutate: cancel, isPending: isEnding } = useMutation(cancelMove(id));
  if (!moving || !config.data) return null;
  const name = placeName(moving.to, config.data);
  if (moving.failed === null)
    return (
      <Card aria-label={`Moving to ${name}`} className="grid gap-3 p-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid gap-0.5">
            <p className="font-medium text-14 tabular-nums">
              Moving to {name}: {moving.percent}%
            </p>
            <p className="text-13 text-ink-2">It plays all the while. Links stay as they are.</p>
          </div>
          <Button size="sm" busy={isEnding} onClick={() => cancel()}>
            Cancel Move
          </Button>
        </div>
        <Progress label={`Moved to ${name}`} value={moving.percent} />
      </Card>
    );
  return (
    <Banner
      tone="error"
      action={
        <WriteButton size="sm" write={moveRecording(id)} input={moving.to}>
          Try Again
        </WriteButton>
      }
      onDismiss={cancel}
    >
      <span className="font-medium">This could not be moved to {name}.</span> {moving.failed}
    </Banner>
  );
}

/** An item of a menu for each place that the recording could move to; none where there is only one place. */
export function MoveItems({ recording }: { recording: Recording }) {
  const { data: config } = useQuery(configQuery);
  const { data: moves } = useQuery(movesQuery);
  const { mutate: move } = useMutation(moveRecording(recording.id));
  // The menu closes with the press: when it opens again, its items are new.
  const isBusy = useIsMutating({ mutationKey: recordingsKey }) > 0;
  if (!config || !moves || !canMove(recording)) return null;
  return moves.places
    .map(({ storage_type }) => storage_type)
    .filter((place) => isElsewhere(recording.storage_type, place, config))
    .map((place) => (
      <MenuItem
        key={place}
        icon={<PlaceIcon place={place} />}
        text={`Move to ${placeName(place, config)}`}
        disabled={isBusy}
        onClick={() => move(place)}
      />
    ));
}

export function PlaceIcon({ place }: { place: StorageChoice }) {
  return place === "google_drive" ? <HardDrive /> : <Cloud />;
}
