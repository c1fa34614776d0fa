import type { Serve } from "#api/access/serve.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { getWaveformCall, listSilencesCall } from "#contract/edits.ts";
import { readSilences, readWaveform } from "./read-loudness.ts";

export function serveLoudness({ serve, jobs }: { serve: Serve; jobs: Pick<Jobs, "send"> }): void {
  serve(listSilencesCall, ({ db, caller, params, query }) =>
    readSilences({ db, jobs, account: caller.sub }, params.id, query.longer_than),
  );
  serve(getWaveformCall, ({ db, caller, params }) =>
    readWaveform({ db, jobs, account: caller.sub }, params.id),
  );
}
