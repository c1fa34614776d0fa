import type { CheckedStore, ServerState } from "#contract/server.ts";
import { checkStorage } from "#web/data/server.ts";
import { counted, formatDateTime, formatSize } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";

export const differs = ({ stores, storage_check }: ServerState) =>
  stores.some(({ storage_type }) => storage_type === null) ||
  Boolean(storage_check?.failure) ||
  (storage_check?.stores.some((found) => !isWhole(found)) ?? false);

const isWhole = ({ missing, unknown, refused }: CheckedStore) => !missing && !unknown && !refused;

/** The key of the disk's store, in the word that people read. */
const named = (store: string) => (store === "disk" ? "This server" : store);

export function StorageCard({ server }: { server: ServerState }) {
  const { stores, storage_check: check } = server;
  const isRunning = check !== null && check.finished_at === null;
  return (
    <TitledCard
      title="Storage"
      help="A check compares the rows with the stored bytes, and changes nothing."
      actions={
        <WriteButton size="sm" busy={isRunning} write={checkStorage}>
          {isRunning ? "Checking…" : "Check storage"}
        </WriteButton>
      }
      className="grid gap-5"
    >
      <ul className="grid gap-3">
        {stores.map(({ name, storage_type, recordings, bytes }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
            <span className="font-medium">{named(name)}</span>
            {storage_type === null && <Badge tone="warn">Not connected</Badge>}
            <span className="ml-auto text-13 text-ink-2 tabular-nums">
              {recordings === 0
                ? "Empty"
                : `${counted(recordings, "recording")} · ${formatSize(bytes)}`}
            </span>
          </li>
        ))}
      </ul>
      {check && <LastCheck check={check} />}
    </TitledCard>
  );
}

function LastCheck({ check }: { check: NonNullable<ServerState["storage_check"]> }) {
  if (check.finished_at === null)
    return (
      <p className="text-13 text-ink-2">Asked for on {formatDateTime(check.asked_at)}; under way</p>
    );
  return (
    <section aria-label="Last check" className="grid gap-2 border-line border-t pt-4">
      <p className="text-13 text-ink-2">Checked on {formatDateTime(check.finished_at)}</p>
      {check.failure && <p className="text-13 text-warn">{check.failure}</p>}
      {check.stores.map((store) => (
        <Finding key={store.store} found={store} />
      ))}
    </section>
  );
}

function Finding({ found }: { found: CheckedStore }) {
  const { store, objects, missing, missing_examples, unknown, unknown_examples, unread } = found;
  const facts = [
    counted(objects, "object"),
    found.refused && `${counted(found.refused, "object")} could not be looked at`,
    missing > 0 && `${counted(missing, "row")} without bytes`,
    unknown === null && "it does not tell all it holds",
    unknown && `${counted(unknown, "object")} without rows`,
  ].filter(Boolean);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        <span className="font-medium">{named(store)}</span>
        <Badge tone={isWhole(found) ? "ok" : "warn"}>
          {isWhole(found) ? "In order" : "Differs"}
        </Badge>
        <span className="text-ink-2 tabular-nums">{facts.join(" · ")}</span>
      </p>
      {Boolean(unread) && (
        <p className="text-13 text-ink-2">
          {unread === 1 ? "One person's drive" : `${unread} people's drives`} could not be looked
          into just now. Nothing is known of {unread === 1 ? "it" : "them"}.
        </p>
      )}
      {missing > 0 && <Examples title="Rows without bytes" keys={missing_examples} />}
      {Boolean(unknown) && <Examples title="Bytes without rows" keys={unknown_examples} />}
    </div>
  );
}

function Examples({ title, keys }: { title: string; keys: readonly string[] }) {
  return (
    <Disclosure title={title}>
      <ul className="grid gap-1 font-mono text-12 [overflow-wrap:anywhere]">
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
    </Disclosure>
  );
}
