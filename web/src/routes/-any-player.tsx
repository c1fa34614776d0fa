import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { headersOf, type Scope } from "#web/data/discussion-key.ts";
import { markStale } from "#web/data/stale.ts";
import {
  RecordingPlayer,
  type RecordingPlayerProps,
} from "#web/features/player/recording-player.tsx";
import { keysOf } from "./-film.ts";

const LivePlayer = lazy(() => import("#web/features/player/live/live-player.tsx"));

interface Props extends Omit<RecordingPlayerProps, "headers"> {
  scope: Scope;
}

/** A recording that is watched while it is recorded stays with the player that can do so. */
export function AnyPlayer({ scope, ...given }: Props) {
  const props = { ...given, headers: headersOf(scope) };
  const queryClient = useQueryClient();
  const { live } = props.recording;
  const [wasLive, setWasLive] = useState(live !== null);
  if (live && !wasLive) setWasLive(true);
  if (!wasLive) return <RecordingPlayer {...props} />;
  const place = <div className={props.className ?? "aspect-video rounded-12 bg-stage"} />;
  return (
    <Suspense fallback={place}>
      <LivePlayer {...props} onNews={() => markStale(queryClient, ...keysOf(scope))} />
    </Suspense>
  );
}
