-- Who is present on the channels of Realtime, for the other processes of the database: how many, and some of them.
-- A process that nobody hears any more has nobody present, and takes its rows along.
create unlogged table private.presences (
  process uuid not null references private.processes on delete cascade,
  topic text not null,
  count int not null,
  -- JSON as text: a key may hold what jsonb does not.
  entries text not null,
  primary key (process, topic)
);
create index presences_topic on private.presences (topic);
alter table private.presences enable row level security;
