import type { Asked } from "#api/access/serve.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import type { Operation } from "#contract/common.ts";
import {
  changeFolderShareCall,
  changeShareCall,
  createFolderShareCall,
  createShareCall,
  listFolderSharesCall,
  listSharesCall,
  revokeFolderShareCall,
  revokeShareCall,
} from "#contract/shares.ts";
import { changeShare, createShare, listShares, type Place, revokeShare } from "./shares.ts";

/** To hash a password takes a fifth of a second, for which people who sign in have to wait. */
const passwords: Limit = {
  name: "share-password:account",
  capacity: 30,
  period: 600,
  done: "set many passwords",
};

/** More than anybody shares by hand. */
const links: Limit = {
  name: "share:account",
  capacity: 200,
  period: 3600,
  done: "made many links",
};

/** A link that lets others edit is noted in the audit log for ever, each time that it is made so. */
const changes: Limit = { ...links, name: "share-change:account", done: "changed many links" };

/** The links of a recording, or of a folder, for its owner. */
export function serveShares({ serve }: Parts): void {
  const counts = ({ body }: { body: { password?: string | null | undefined } }) =>
    Boolean(body.password);
  const making = { limit: passwords, counts, inAll: links };
  const changing = { ...making, inAll: changes };
  const [recording, folder] = [linksOf("recording"), linksOf("folder")];
  serve(listSharesCall, recording.list);
  serve(createShareCall, recording.create, making);
  serve(changeShareCall, recording.change, changing);
  serve(revokeShareCall, recording.revoke);
  serve(listFolderSharesCall, folder.list);
  serve(createFolderShareCall, folder.create, making);
  serve(changeFolderShareCall, folder.change, changing);
  serve(revokeFolderShareCall, folder.revoke);
}

type Asking<Op extends Operation> = Pick<Asked<Op>, "db" | "params" | "body">;

const linksOf = (of: Place["of"]) => ({
  list: ({ db, params: { id } }: Asking<typeof listSharesCall>) => listShares(db, { of, id }),
  create: ({ db, params: { id }, body }: Asking<typeof createShareCall>) =>
    createShare(db, { of, id }, body),
  change: ({ db, params: { id, shareId }, body }: Asking<typeof changeShareCall>) =>
    changeShare(db, { of, id }, shareId, body),
  revoke: ({ db, params: { id, shareId } }: Asking<typeof revokeShareCall>) =>
    revokeShare(db, { of, id }, shareId),
});
