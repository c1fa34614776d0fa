import type { CurrentSubscription } from "#contract/subscriptions.ts";
import { formatDate } from "#web/lib/format.ts";
import { Progress } from "./progress.tsx";

export function Minutes({ used, limit, resets_at }: CurrentSubscription["subtitle_minutes"]) {
  if (limit === null) return null;
  const percent = limit > 0 ? (used / limit) * 100 : 100;
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-3 text-13 text-ink-2 tabular-nums">
        <span>
          <span className="font-medium text-ink">{Math.ceil(used)}</span> of {limit} minutes used
        </span>
        <span>New on {formatDate(resets_at)}</span>
      </p>
      <Progress label="Minutes used" value={percent} warns />
    </div>
  );
}
