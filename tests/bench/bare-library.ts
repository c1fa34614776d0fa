/** `bare-library.ts <database url> <user id> <session id>`: our SQL in our transaction, behind nothing but Bun.serve. */
import { listRecordings } from "#api/features/recordings/list-recordings.ts";
import { connect } from "#api/platform/database.ts";

const [url = "", sub = "", sid = ""] = process.argv.slice(2);
const db = connect({ url }).as({ role: "authenticated", sub, sid });
const query = { limit: 10, offset: 0, search: "", sort: "newest" } as const;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async () => Response.json(await listRecordings(db, query)),
});
console.log(server.port);
