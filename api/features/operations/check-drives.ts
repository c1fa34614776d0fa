import { z } from "zod";
import type { Sql } from "#api/platform/database.ts";
import { letBe } from "#api/platform/drive/calls.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { CheckedStore } from "#contract/server.ts";

const DRIVES_AT_ONCE = 100;
const FILES_AT_ONCE = 1000;
const EXAMPLES = 20;
const FOLDER = "application/vnd.google-apps.folder";
const NOBODY = "00000000-0000-0000-0000-000000000000";

interface Connection {
  owner: string;
  person: string;
  account: string;
}

type Found = CheckedStore & { unknown: number; unread: number };

/** Finds files that we made in people's drives and no row of ours names; missing files are found by the daily walk. */
export async function checkDrives(
  drive: Drive,
  empty: CheckedStore,
  signal: AbortSignal,
): Promise<CheckedStore> {
  const found = { ...empty, ...(await whatRowsSay(drive)), unknown: 0, unread: 0 };
  for (let last = NOBODY; ; ) {
    const connections = await connectionsBehind(drive, last);
    for (const connection of connections) {
      signal.throwIfAborted();
      await checkOne(drive, connection, found);
    }
    const next = connections.at(-1);
    if (!next) return found;
    last = next.owner;
  }
}

export function keepExample(examples: string[], name: string): void {
  if (examples.length < EXAMPLES) examples.push(name);
}

async function whatRowsSay({ service, store }: Drive) {
  const [sums] = await service<Pick<CheckedStore, "objects" | "missing" | "missing_examples">[]>`
    select count(*) as objects, count(*) filter (where lost) as missing,
           coalesce((array_agg(storage_key order by storage_key) filter (where lost))[1:${EXAMPLES}], '{}')
             as missing_examples
      from (select storage_key, coalesce(missing in ('trashed', 'gone'), false) as lost
              from public.recordings where store = ${store.name}) r
  `;
  return sums;
}

/** Two people may have connected the same Google account: it is checked once. */
const connectionsBehind = ({ service }: Drive, last: string) =>
  service<Connection[]>`
    select c.user_id as owner, u.email as person, c.google_account as account
      from private.drive_connections c join public.users u on u.id = c.user_id
     where c.refresh_token is not null and c.user_id > ${last}
       and not exists (select from private.drive_connections other
                        where other.google_account = c.google_account
                          and other.refresh_token is not null and other.user_id < c.user_id)
     order by c.user_id limit ${DRIVES_AT_ONCE}
  `;

/** A drive that cannot be read is counted. */
async function checkOne(drive: Drive, connection: Connection, found: Found): Promise<void> {
  try {
    // A file that goes to the trash meanwhile was named before, and a new one is named after.
    const before = await named(drive, (sql) => sql`google_account = ${connection.account}`);
    for await (const files of filesOf(drive, connection.owner)) {
      const suspects = files.filter(({ id }) => !before.has(id));
      const ids = suspects.map(({ id }) => id);
      const after = await named(drive, (sql) => sql`file_id = any (${ids})`);
      for (const { id, name } of suspects.filter((file) => !after.has(file.id))) {
        found.unknown += 1;
        keepExample(found.unknown_examples, `${connection.person}: ${name} (${id})`);
      }
    }
  } catch (error) {
    letBe(error);
    drive.log.warn({ err: error, account: connection.owner }, "a drive was not looked into");
    found.unread += 1;
  }
}

async function named({ service }: Drive, isMeant: (sql: Sql) => ReturnType<Sql>) {
  const rows = await service(
    (sql) => sql<{ id: string }[]>`
      select file_id as id from private.drive_files where ${isMeant(sql)}
    `,
  );
  return new Set(rows.map(({ id }) => id));
}

const OurFile = z.object({ id: z.string(), name: z.string() });

/** In a drive we can see only files that we made ourselves. */
async function* filesOf({ ask }: Drive, owner: string) {
  for (let pageToken: string | undefined; ; ) {
    const { data } = await ask(owner, ({ api }) =>
      api.files.list({
        q: `mimeType != '${FOLDER}' and 'me' in owners and trashed=false`,
        pageSize: FILES_AT_ONCE,
        fields: "nextPageToken,files(id,name)",
        ...(pageToken && { pageToken }),
      }),
    );
    yield z.array(OurFile).parse(data.files ?? []);
    if (!data.nextPageToken) return;
    pageToken = data.nextPageToken;
  }
}
