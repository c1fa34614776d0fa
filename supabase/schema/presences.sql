-- Written by `bun run schema` from the migrations: read it, and change those.

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
