import type { Db } from "#api/platform/database.ts";

/** One of our files in somebody's drive. */
export interface DriveFile {
  owner: string;
  fileId: string;
  /** Null until all bytes have arrived. */
  size: number | null;
  md5: string | null;
  /** Since when the owner has connected the account with this file; null while another one or none is connected. */
  connectedAt: string | null;
}

export async function findFile(service: Db, key: string): Promise<DriveFile | undefined> {
  const [file] = await service<DriveFile[]>`
    select f.owner_id as owner, f.file_id as "fileId", f.size, f.md5,
           (select c.connected_at::text from private.drive_connections c
             where c.user_id = f.owner_id and c.google_account = f.google_account
               and c.refresh_token is not null) as "connectedAt"
      from private.drive_files f where f.storage_key = ${key} and f.unwanted_at is null
  `;
  return file;
}

/** Noted before the first byte is sent, so that the file is found whatever happens to us. */
export async function noteFile(
  service: Db,
  key: string,
  owner: string,
  fileId: string,
): Promise<void> {
  await service`
    insert into private.drive_files (storage_key, owner_id, google_account, file_id)
    select ${key}, user_id, google_account, ${fileId}
      from private.drive_connections where user_id = ${owner}
    on conflict (storage_key) do update set
      owner_id = excluded.owner_id, google_account = excluded.google_account,
      file_id = excluded.file_id, size = null, md5 = null, unwanted_at = null
  `;
}

export async function noteArrival(service: Db, key: string, size: number, md5: string) {
  await service`
    update private.drive_files set size = ${size}, md5 = ${md5}, checked_at = now()
     where storage_key = ${key}
  `;
}

/** Notes the state of a file, for everybody who looks at its recording, unless another account is connected by now. */
export async function noteMissing(
  service: Db,
  fileId: string,
  missing: "trashed" | "gone" | null,
): Promise<void> {
  await service(async (sql) => {
    await sql`update private.drive_files set checked_at = now() where file_id = ${fileId}`;
    await sql`
      update public.recordings r set missing = ${missing}
        from private.drive_files f
       where f.file_id = ${fileId} and r.storage_type = 'google_drive'
         and r.storage_key = f.storage_key and r.owner_id = f.owner_id
         and r.missing is distinct from ${missing} and exists (
           select from private.drive_connections c
            where c.user_id = f.owner_id and c.google_account = f.google_account
              and c.refresh_token is not null)
    `;
  });
}

/** Marks our files as unwanted and returns them: they go to the trash once their owner's drive is in reach. */
export function markUnwanted(service: Db, keys: readonly string[]) {
  return service<{ owner: string; fileId: string }[]>`
    update private.drive_files set unwanted_at = coalesce(unwanted_at, now())
     where storage_key = any (${keys})
    returning owner_id as owner, file_id as "fileId"
  `;
}
