-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.edits (
  recording_id uuid not null,
  version integer default 1 not null,
  kept jsonb not null,
  status text default 'none'::text not null,
  progress smallint,
  error text,
  hides boolean default false not null,
  shown jsonb,
  shown_at timestamp with time zone,
  original_removed boolean default false not null,
  original jsonb,
  updated_at timestamp with time zone default now() not null,
  browser jsonb,
  constraint edits_pkey PRIMARY KEY (recording_id),
  constraint edits_check CHECK (((original IS NULL) = (shown IS NULL))),
  constraint edits_kept_check CHECK ((jsonb_typeof(kept) = 'array'::text)),
  constraint edits_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint edits_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint edits_shown_check CHECK ((jsonb_typeof(shown) = 'array'::text)),
  constraint edits_status_check CHECK ((status = ANY (ARRAY['none'::text, 'rendering'::text, 'ready'::text, 'failed'::text])))
);
alter table private.edits enable row level security;
CREATE TRIGGER announce_edit AFTER UPDATE ON private.edits FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION private.announce_edit();
CREATE TRIGGER count_original AFTER INSERT OR DELETE OR UPDATE OF original ON private.edits FOR EACH ROW EXECUTE FUNCTION private.count_original();
CREATE TRIGGER forget_loudness AFTER UPDATE ON private.edits FOR EACH ROW WHEN (((old.original IS NOT NULL) AND (new.original IS NULL) AND new.original_removed)) EXECUTE FUNCTION private.forget_loudness();
CREATE TRIGGER let_go_of_passages AFTER DELETE OR UPDATE OF browser ON private.edits FOR EACH ROW WHEN ((old.browser ? 'file'::text)) EXECUTE FUNCTION private.let_go_of_passages();
