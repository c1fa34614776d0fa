import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { canMove, isElsewhere, moveRecording, movesQuery, placeName } from "#web/data/moves.ts";
import { recordingsKey } from "#web/data/recordings.ts";
import { MenuItem } from "#web/ui/layers/menu.tsx";
import { PlaceIcon } from "./place-icon.tsx";

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
