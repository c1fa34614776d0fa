import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sql } from "#api/platform/database.ts";
import { Id } from "#contract/common.ts";
import { ADMIN_TOPIC, events, recordingTopic, userTopic } from "#contract/events.ts";
import { Recording, RecordingStatus } from "#contract/recordings.ts";
import { SubtitleStatus } from "#contract/subtitles.ts";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { type Persona, persona } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { pool, rehearse } = await testDatabase();

interface Announced {
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

const triggers = await pool<{ name: string; of_table: string }[]>`
  select t.tgname as name, t.tgrelid::regclass::text as of_table
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
   where p.prosrc ilike '%realtime.send%' and not t.tgisinternal
   order by 1
`;

describe("what is announced", () => {
  it.each(triggers.map(({ name }) => name))("by %s, is in the contract", async (name) => {
    const said = await rehearse(async (rehearsal) => {
      const others = triggers.filter((trigger) => trigger.name !== name);
      await rehearsal.asService((sql) => Promise.all(others.map((other) => disable(sql, other))));
      return (await live(rehearsal)).said;
    });
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((one) => !isPromised(one))).toEqual([]);
  });

  it("is all that the contract names", async () => {
    const said = await rehearse(async (rehearsal) => {
      const { recording } = await live(rehearsal);
      return rehearsal.asService(async (sql) => {
        await sql`select private.remove_original(${recording})`; // announced by no trigger
        return sql<Announced[]>`select topic, event, payload from realtime.messages`;
      });
    });
    expect(said.filter((one) => !isPromised(one))).toEqual([]);
    const promised = Object.entries(events).flatMap(([kind, names]) =>
      names.map((event) => `${kind} ${event}`),
    );
    const heard = new Set(said.map(({ topic, event }) => `${topic.split(":")[0]} ${event}`));
    expect([...heard].sort()).toEqual(promised.sort());
  });
});

describe("a change of a recording that a page shows", () => {
  /** The change of each field, in SQL, with the columns that must go along with it. */
  const shown = {
    filename: "filename = 'Another'",
    duration: "duration = 99",
    status: "status = 'processing'",
    interrupted: "interrupted = true",
    playable: "playable = false",
    progress: "progress = 40",
    storage_type: "storage_type = 'google_drive'",
    moving: `moving = '{"to": "s3", "percent": 3, "failed": null}',
             move_id = '00000000-0000-4000-8000-000000000000'`,
    missing: "missing = 'gone'",
    thumbnail_path: "thumbnail_path = '/another'",
    contact_sheet: `contact_sheet = '{"path": "/another"}', contact_sheet_store = 'disk',
                    contact_sheet_key = 'key'`,
  };
  const silent = [
    ...["id", "original_filename", "created_at", "updated_at"], // never change, or with the others
    ...["size", "width", "height", "mime_type", "video_codec", "audio_codec", "failure"], // with the status
    ...["comment_count", "view_count", "folder_id", "edited", "live"], // have news of their own, or none
  ];

  it("is one of those that are told, or has a reason not to be", () => {
    expect([...Object.keys(shown), ...silent].sort()).toEqual(Object.keys(Recording.shape).sort());
  });

  it.each(Object.entries(shown))("is told to its viewers and its owner: %s", async (_, change) => {
    await rehearse(async (rehearsal) => {
      const { sub } = await persona(rehearsal, "Owner");
      const recording = await rehearsal.asService((sql) => insertRecording(sql, sub));
      const said = () =>
        rehearsal.asService(async (sql) => {
          await sql`delete from realtime.messages`;
          await sql.unsafe(`update public.recordings set ${change} where id = $1`, [recording]);
          return sql<Announced[]>`select topic from realtime.messages order by 1`;
        });
      const topics = [recordingTopic(recording), userTopic(sub)];
      expect((await said()).map(({ topic }) => topic)).toEqual(topics);
      expect(await said(), "what has not changed").toHaveLength(0);
    });
  });
});

describe("a change of a link that decides what it opens, and for whom", () => {
  it.each([
    "allow_download = true",
    "password_version = 7",
    "expires_at = now() + interval '1 day'",
    "permission_type = 'edit'",
    "watch_live = false",
    "is_public = true, allowed_email = null",
    "allowed_email = 'another@kinora.test'",
  ])("is told to its viewers: %s", async (change) => {
    await rehearse(async (rehearsal) => {
      const { sub } = await persona(rehearsal, "Owner");
      await rehearsal.asService(async (sql) => {
        const recording = await insertRecording(sql, sub);
        await sql`
          insert into public.shares (recording_id, owner_id, is_public, allowed_email)
          values (${recording}, ${sub}, false, 'one@kinora.test')
        `;
        await sql`delete from realtime.messages`;
        await sql.unsafe(`update public.shares set ${change} where recording_id = $1`, [recording]);
        const said = await sql<Announced[]>`select topic, event from realtime.messages`;
        expect([...said]).toEqual([{ topic: recordingTopic(recording), event: "share" }]);
      });
    });
  });
});

describe("a change of an edit", () => {
  it.each([
    ["version = version + 1", 1],
    ["status = 'failed', progress = null", 1],
    ["hides = true", 1],
    ["shown_at = now()", 1],
    [`shown = '[]', original = '{"size": 1}'`, 1],
    ["original_removed = true", 1],
    ["progress = 40", 0], // every page that is told reads its recording anew
  ])("is told to its viewers where they see it: %s", async (change, times) => {
    await rehearse(async (rehearsal) => {
      const { sub } = await persona(rehearsal, "Owner");
      await rehearsal.asService(async (sql) => {
        const recording = await insertRecording(sql, sub);
        await sql`
          insert into private.edits (recording_id, kept, status) values (${recording}, '[]', 'rendering')`;
        await sql`delete from realtime.messages`;
        await sql.unsafe(`update private.edits set ${change} where recording_id = $1`, [recording]);
        const said = await sql<Announced[]>`select topic, event from realtime.messages`;
        const told = { topic: recordingTopic(recording), event: "edit" };
        expect(said.filter(({ topic }) => topic === told.topic)).toEqual(Array(times).fill(told));
      });
    });
  });
});

describe("a topic of the contract", () => {
  it("is heard by those it is for, and by nobody under another name", async () => {
    await rehearse(async (rehearsal) => {
      const { admin, owner, other, recording } = await live(rehearsal);
      const topics = [recordingTopic(recording), userTopic(owner.sub), ADMIN_TOPIC];
      const heardBy = (who: Persona) => audible(rehearsal, who, topics);
      expect(await heardBy(owner)).toEqual([recordingTopic(recording), userTopic(owner.sub)]);
      expect(await heardBy(admin)).toEqual([recordingTopic(recording), ADMIN_TOPIC]);
      expect(await heardBy(other)).toEqual([]);
      const misspelt = topics.map((topic) => topic.replace(/^\w+/, "$&s"));
      expect(await audible(rehearsal, admin, misspelt)).toEqual([]);
    });
  });
});

/** Everything happens once that anybody may want to hear of. */
async function live(rehearsal: Rehearsal) {
  const admin = await persona(rehearsal, "Admin");
  const owner = await persona(rehearsal, "Owner");
  const other = await persona(rehearsal, "Other");
  const leaver = await persona(rehearsal, "Leaver");
  return rehearsal.asService(async (sql) => {
    const recording = await insertRecording(sql, owner.sub);
    await insertRecording(sql, owner.sub);
    await sql`update public.recordings set filename = 'A better title' where id = ${recording}`;
    await sql`update public.recordings set missing = 'gone' where id = ${recording}`;
    await sql`update public.recordings set deleted_at = now(), purge_at = now() where id = ${recording}`;
    await sql`update public.recordings set deleted_at = null, purge_at = null where id = ${recording}`;
    await sql`insert into public.folders (owner_id, name) values (${owner.sub}, 'Reports')`;
    await sql`insert into public.shares (folder_id, owner_id) select id, owner_id from public.folders`;
    await sql`update public.recordings r set folder_id = f.id from public.folders f where r.id = ${recording}`;
    await sql`delete from public.recordings where id <> ${recording}`;
    await sql`insert into public.shares (recording_id, owner_id) values (${recording}, ${owner.sub})`;
    await sql`
      insert into public.comments (recording_id, author_id, content)
      values (${recording}, ${other.sub}, 'Well done')
    `;
    await sql`insert into public.reactions (recording_id, user_id, emoji) values (${recording}, ${other.sub}, '🔥')`;
    await sql`insert into private.edits (recording_id, kept) values (${recording}, '[]')`;
    await sql`update private.edits set version = version + 1`;
    await sql`insert into public.subtitles (recording_id) values (${recording})`;
    await sql`update public.subtitles set progress = 0.5`;
    await sql`insert into public.chapters values (${recording}, 0, 'One')`;
    await sql`delete from public.chapters`;
    await sql`
      insert into public.notices (user_id, kind, recording_id, actor_id)
      values (${owner.sub}, 'first_view', ${recording}, ${other.sub})
    `;
    await sql`delete from public.users where id = ${leaver.sub}`;
    await sql`update public.users set role = 'admin' where id = ${other.sub}`;
    await sql`update public.users set role = 'user' where id = ${other.sub}`;
    await sql`update public.notices set read_at = now()`;
    await sql`delete from public.notices`;
    await sql`
      insert into private.drive_connections (user_id, google_account, email, refresh_token)
      values (${owner.sub}, '07', 'owner@gmail.test', 'sealed')
    `;
    await sql`
      insert into private.deliveries (recording_id, owner_id) values (${recording}, ${owner.sub})
    `;
    await sql`update private.deliveries set problem = 'drive_full'`;
    await sql`
      update private.drive_connections set refresh_token = null, ended_at = now()
       where user_id = ${owner.sub}
    `;
    await sql`update public.subscriptions set status = status where user_id = ${owner.sub}`;
    await sql`insert into public.payment_notes (id, title) values ('evt_1', 'A payment was disputed')`;
    await sql`update public.users set last_active_at = now() where id = ${owner.sub}`;
    const said = await sql<Announced[]>`select topic, event, payload from realtime.messages`;
    return { admin, owner, other, recording, said: [...said] };
  });
}

function isPromised({ topic, event, payload }: Announced): boolean {
  const kinds: Record<string, readonly string[]> = events;
  const [kind = "", id] = topic.split(":");
  const isNamed = kinds[kind]?.includes(event) === true;
  const isWellNamed = kind === ADMIN_TOPIC ? id === undefined : z.uuid().safeParse(id).success;
  // Realtime itself gives every payload an id.
  const { id: _, ...told } = payload;
  const schema = payloads[event] ?? z.object({});
  return isNamed && isWellNamed && schema.strict().safeParse(told).success;
}

const ofRecording = z.object({
  recording_id: Id,
  status: RecordingStatus,
  progress: z.number().nullable(),
});
const act = z.enum(["insert", "update", "delete"]);

/** All that an event tells beside its name; the others tell nothing. */
const payloads: Record<string, z.ZodObject> = {
  recording: ofRecording,
  recording_deleted: ofRecording,
  library: ofRecording,
  comment: z.object({ comment_id: Id, act }),
  reaction: z.object({ comment_id: Id.nullable() }), // null: on the recording itself
  subtitle: z.object({ subtitle_id: Id, act, status: SubtitleStatus, progress: z.number() }),
};

async function audible(rehearsal: Rehearsal, who: Persona, topics: string[]): Promise<string[]> {
  const heard: string[] = [];
  for (const topic of topics) {
    const rows = await rehearsal.as(who)(async (sql) => {
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      return sql`select 1 from realtime.messages limit 1`;
    });
    if (rows.length) heard.push(topic);
  }
  return heard;
}

const disable = (sql: Sql, { name, of_table }: { name: string; of_table: string }) =>
  sql.unsafe(`alter table ${of_table} disable trigger ${name}`);
