import type { Db } from "#api/platform/database.ts";
import type { AskDrive, Call } from "./calls.ts";
import { factsOf } from "./looks.ts";

const NAME = "Kinora";
const TYPE = "application/vnd.google-apps.folder";
/** The mark by which our folder is found again, even under another name. */
const MARK = { key: "kinora", value: "root" };

/** Where recordings go in somebody's drive: the folder that is known, one that is found, or a new one. */
export async function requireFolder(service: Db, ask: AskDrive, owner: string): Promise<string> {
  const [row] = await service<{ folder_id: string | null }[]>`
    select folder_id from private.drive_connections where user_id = ${owner}
  `;
  const known = row?.folder_id;
  const facts = known && (await factsOf(ask, { owner, fileId: known }));
  if (facts && facts.trashed === false) return facts.id;
  const found = await ask(owner, findFolder);
  const folder = found ?? (await ask(owner, createFolder));
  await service`
    update private.drive_connections set folder_id = ${folder} where user_id = ${owner}
  `;
  return folder;
}

/** Two processes may have made one each: all take the older. */
async function findFolder({ api }: Call): Promise<string | undefined> {
  const { data } = await api.files.list({
    q: `appProperties has { key='${MARK.key}' and value='${MARK.value}' } and mimeType='${TYPE}' and trashed=false`,
    orderBy: "createdTime",
    fields: "files(id)",
    pageSize: 1,
  });
  return data.files?.[0]?.id ?? undefined;
}

async function createFolder({ api }: Call): Promise<string> {
  const { data } = await api.files.create({
    requestBody: { name: NAME, mimeType: TYPE, appProperties: { [MARK.key]: MARK.value } },
    fields: "id",
  });
  if (!data.id) throw new Error("Google made a folder without an id");
  return data.id;
}
