import { useMutation, useQuery } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { canMove, isElsewhere, moveRecording, movesQuery, placeName } from "#web/data/moves.ts";
import { MenuItem } from "#web/ui/menu.tsx";
import { PlaceIcon } from "./place-icon.tsx";

/** An item of a menu for each place that the recording could move to; none where there is only one place. */
export function MoveItems({ recording }: { recording: Recording }) {
  const config = useQuery(configQuery);
  const moves = useQuery(movesQuery);
  const { mutate: move } = useMutation(moveRecording(recording.id));
  const { data } = config;
  if (!data || !moves.data || !canMove(recording)) return null;
  return moves.data.places
    .map(({ storage_type }) => storage_type)
    .filter((place) => isElsewhere(recording.storage_type, place, data))
    .map((place) => (
      <MenuItem key={place} icon={<PlaceIcon place={place} />} onClick={() => move(place)}>
        Move to {placeName(place, data)}
      </MenuItem>
    ));
}
