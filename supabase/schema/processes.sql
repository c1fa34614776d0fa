-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.processes (
  id uuid not null,
  seen_at timestamp with time zone default now() not null,
  signs_with text,
  constraint processes_pkey PRIMARY KEY (id)
);
alter table private.processes enable row level security;

CREATE OR REPLACE FUNCTION private.this_process()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('kinora.process', true), '')::uuid
$function$;

CREATE OR REPLACE FUNCTION private.is_held(process uuid, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(until > now(), false) and (
    process is not distinct from private.this_process() or not exists (
      select from private.processes p where p.id = process and p.seen_at < now() - interval '10 seconds'))
$function$;

CREATE OR REPLACE FUNCTION private.end_processes(process uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.processes where seen_at < now() - interval '1 day';
  update private.processes set seen_at = least(seen_at, now() - interval '1 minute')
   where id = coalesce(process, id);
$function$;

create unlogged table private.presences (
  process uuid not null,
  topic text not null,
  count integer not null,
  entries text not null,
  constraint presences_pkey PRIMARY KEY (process, topic),
  constraint presences_process_fkey FOREIGN KEY (process) REFERENCES private.processes(id) ON DELETE CASCADE
);
CREATE INDEX presences_topic ON private.presences USING btree (topic);
alter table private.presences enable row level security;
