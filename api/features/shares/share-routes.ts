import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
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
  serve(listSharesCall, ({ db, params }) => listShares(db, recording(params)));
  serve(
    createShareCall,
    ({ db, params, body }) => createShare(db, recording(params), body),
    making,
  );
  serve(
    changeShareCall,
    ({ db, params, body }) => changeShare(db, recording(params), params.shareId, body),
    changing,
  );
  serve(revokeShareCall, ({ db, params }) => revokeShare(db, recording(params), params.shareId));

  serve(listFolderSharesCall, ({ db, params }) => listShares(db, folder(params)));
  serve(
    createFolderShareCall,
    ({ db, params, body }) => createShare(db, folder(params), body),
    making,
  );
  serve(
    changeFolderShareCall,
    ({ db, params, body }) => changeShare(db, folder(params), params.shareId, body),
    changing,
  );
  serve(revokeFolderShareCall, ({ db, params }) => revokeShare(db, folder(params), params.shareId));
}

const recording = ({ id }: { id: string }): Place => ({ of: "recording", id });
const folder = ({ id }: { id: string }): Place => ({ of: "folder", id });
