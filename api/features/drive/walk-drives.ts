import type { drive_v3 } from "@googleapis/drive";
import { asRefusal, letBe } from "#api/platform/drive/calls.ts";
import { type DriveFile, noteMissing } from "#api/platform/drive/files.ts";
import { look, stateOf } from "#api/platform/drive/looks.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import { FileFacts } from "#api/platform/drive/upload.ts";
import type { Upkeep } from "./upkeep.ts";

interface Walk {
  owner: string;
  account: string;
  token: string | null;
}

/** So many files of one drive are checked one by one each day: Google's list of changes does not tell of every loss. */
const SAMPLE = 20;
const PAGE = 500;

/** Every drive once a day, in an order of chance: drives that refuse for long keep no other from a turn. */
export async function walkDrives(drive: Upkeep): Promise<void> {
  const due = await drive.service<Walk[]>`
    select user_id as owner, google_account as account, changes_token as token
      from private.drive_connections
     where refresh_token is not null
       and (walked_at is null or walked_at < now() - interval '1 day')
     order by random() limit 500
  `;
  for (const walk of due) {
    if (drive.end?.aborted) return;
    await walkOne(drive, walk).catch((err: unknown) => {
      letBe(err);
      drive.log.warn({ err, account: walk.owner }, "a drive was not walked");
    });
  }
}

async function walkOne(drive: Drive, { owner, account, token }: Walk): Promise<void> {
  const known = token ? await readChanges(drive, owner, token).catch(forgetPlace) : null;
  const next = known ?? (await firstToken(drive, owner));
  await lookAtSome(drive, owner);
  // Another account may have been connected meanwhile, and knows nothing of this token.
  await drive.service`
    update private.drive_connections set changes_token = ${next}, walked_at = now()
     where user_id = ${owner} and google_account = ${account}
  `;
}

/** Google no longer knows this place in its list of changes, so the list is followed anew from today. */
const forgetPlace = (error: unknown) => (asRefusal(error) ? null : Promise.reject(error));

const firstToken = ({ ask }: Drive, owner: string) =>
  ask(owner, async ({ api }) => {
    const { data } = await api.changes.getStartPageToken({ fields: "startPageToken" });
    return data.startPageToken ?? null;
  });

/** Reads the changes since the last walk; only those of our own files count, whatever else Google lists. */
async function readChanges(drive: Drive, owner: string, from: string): Promise<string> {
  for (let pageToken = from; ; ) {
    const { data } = await drive.ask(owner, ({ api }) =>
      api.changes.list({
        pageToken,
        pageSize: PAGE,
        fields:
          "newStartPageToken,nextPageToken,changes(fileId,removed,file(id,trashed,size,md5Checksum))",
      }),
    );
    for (const change of data.changes ?? []) await noteChange(drive, owner, change);
    if (!data.nextPageToken) return data.newStartPageToken ?? pageToken;
    pageToken = data.nextPageToken;
  }
}

async function noteChange(
  { service }: Drive,
  owner: string,
  { fileId, removed, file }: drive_v3.Schema$Change,
): Promise<void> {
  if (!fileId) return;
  const [known] = await service<Pick<DriveFile, "md5">[]>`
    select md5 from private.drive_files
     where file_id = ${fileId} and owner_id = ${owner} and unwanted_at is null
  `;
  const facts = removed ? null : FileFacts.safeParse(file).data;
  if (known?.md5 && facts !== undefined) await noteMissing(service, fileId, stateOf(known, facts));
}

/** Checks the files that have gone unchecked for longest. */
async function lookAtSome(drive: Drive, owner: string): Promise<void> {
  const files = await drive.service<Omit<DriveFile, "connectedAt">[]>`
    select owner_id as owner, file_id as "fileId", f.size, md5 from private.drive_files f
      join private.drive_connections c on c.user_id = owner_id
     where owner_id = ${owner} and f.size is not null and unwanted_at is null
       and c.google_account = f.google_account and checked_at < now() - interval '1 day'
     order by checked_at limit ${SAMPLE}
  `;
  for (const file of files) await look(drive, file);
}
