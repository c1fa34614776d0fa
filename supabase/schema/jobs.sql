-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.jobs (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  data jsonb not null,
  account text,
  urgent boolean default false not null,
  sent_at timestamp with time zone default clock_timestamp() not null,
  due_at timestamp with time zone,
  attempt uuid,
  alive_at timestamp with time zone,
  tries integer default 0 not null,
  deaths integer default 0 not null,
  failed_at timestamp with time zone,
  reason text,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_check CHECK (((attempt IS NULL) = (alive_at IS NULL)))
);
CREATE INDEX jobs_attempt ON private.jobs USING btree (attempt) WHERE (attempt IS NOT NULL);
CREATE INDEX jobs_due ON private.jobs USING btree (kind, urgent DESC, sent_at) WHERE (due_at IS NOT NULL);
CREATE INDEX jobs_failed_at ON private.jobs USING btree (failed_at DESC) WHERE (failed_at IS NOT NULL);
alter table private.jobs enable row level security;

create table private.job_clock (
  kind text not null,
  span timestamp with time zone not null,
  constraint job_clock_pkey PRIMARY KEY (kind)
);
alter table private.job_clock enable row level security;
