import type { Caller, Sql } from "#api/platform/database.ts";
import type { Rehearsal } from "#tests/support/database.ts";
import { persona } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";

/** The callers. Each test file says of each of them what they may do, and nobody is left out. */
interface Cast {
  owner: Caller;
  /** Another account, without any link. */
  other: Caller;
  admin: Caller;
  suspended: Caller;
  /** A visitor without account and link. */
  stranger: Caller;
  /** Signed out, through a public link. */
  viewer: Caller;
  /** Signed in, through the same link. */
  guest: Caller;
  /** Signed in, through a link that lets them edit. */
  editor: Caller;
  /** Signed out, through that link: edits nothing. */
  anonymousEditor: Caller;
  /** The account a private link is for, through it. */
  invited: Caller;
  /** Another account, through the same private link. */
  uninvited: Caller;
  /** Through a link with a password, which they gave. */
  unlocked: Caller;
  /** Through the same link, with the password it had before. */
  outdated: Caller;
  /** Through the same link, without it. */
  locked: Caller;
  /** Through a link whose time is over. */
  late: Caller;
  /** Through a link that was revoked. */
  revoked: Caller;
  /** Through a live link to another recording. */
  elsewhere: Caller;
}
export type Role = keyof Cast;

export interface Stage {
  cast: Cast;
  /** The recording everything is about; `other` owns another one. */
  recording: string;
  otherRecording: string;
  id: (role: Role) => string;
}

/** One recording and everybody who could come across it. */
export async function stage(rehearsal: Rehearsal): Promise<Stage> {
  const owner = await persona(rehearsal, "Owner");
  const other = await persona(rehearsal, "Other");
  const admin = await persona(rehearsal, "Admin");
  const suspended = await persona(rehearsal, "Suspended");
  const invited = await persona(rehearsal, "Invited");
  return rehearsal.asService(async (sql) => {
    await sql`
      update public.users set role = case username when 'Admin' then 'admin' else 'user' end,
                              suspended = username = 'Suspended'
    `;
    const recording = await insertRecording(sql, owner.sub);
    const otherRecording = await insertRecording(sql, other.sub, { filename: "Something else" });
    const open = await share(sql, recording, owner.sub);
    const edit = await share(sql, recording, owner.sub, { permission_type: "edit" });
    const one = await share(sql, recording, owner.sub, {
      is_public: false,
      allowed_email: "Invited@Example.test",
    });
    const secret = await share(sql, recording, owner.sub, { password_version: 7 });
    const past = await share(sql, recording, owner.sub, {
      expires_at: new Date(Date.now() - 1000),
    });
    const foreign = await share(sql, otherRecording, other.sub);

    const cast: Cast = {
      owner,
      other,
      admin,
      suspended,
      stranger: { role: "anon" },
      viewer: { role: "anon", share: open },
      guest: { ...other, share: open },
      editor: { ...other, share: edit },
      anonymousEditor: { role: "anon", share: edit },
      invited: { ...invited, share: one },
      uninvited: { ...other, share: one },
      unlocked: { role: "anon", share: secret, unlock: 7 },
      outdated: { role: "anon", share: secret, unlock: 6 },
      locked: { role: "anon", share: secret },
      late: { role: "anon", share: past },
      revoked: { role: "anon", share: crypto.randomUUID() },
      elsewhere: { role: "anon", share: foreign },
    };
    return { cast, recording, otherRecording, id: (role) => cast[role].sub ?? "" };
  });
}

interface ShareColumns {
  permission_type?: string;
  is_public?: boolean;
  allowed_email?: string;
  password_version?: number;
  expires_at?: Date;
}

async function share(
  sql: Sql,
  recording: string,
  owner: string,
  columns: ShareColumns = {},
): Promise<string> {
  const row = { recording_id: recording, owner_id: owner, ...columns };
  const [made] = await sql<{ id: string }[]>`
    insert into public.shares ${sql(row)} returning id
  `;
  if (!made) throw new Error("insert returned no row");
  return made.id;
}
