-- An edit is a list of kept ranges in the original's own time. The recording's row always describes the film that
-- people see: the original, or the cut that was made of it. While it is a cut, the original's file lies beside it here.

create table private.edits (
  recording_id uuid primary key references public.recordings on delete cascade,
  version integer not null default 1,
  -- What is wished; the whole film where nothing is.
  kept jsonb not null check (jsonb_typeof(kept) = 'array'),
  status text not null default 'none' check (status in ('none', 'rendering', 'ready', 'failed')),
  progress smallint check (progress between 0 and 100),
  error text,
  -- Viewers see nothing until the cut is ready.
  hides boolean not null default false,
  -- What the film of the recording's row really keeps of the original; null while that film is the original.
  shown jsonb check (jsonb_typeof(shown) = 'array'),
  shown_at timestamptz,
  -- The original was removed for good: the film of the recording's row took its place.
  original_removed boolean not null default false,
  -- The original's file and facts, in the recording's own columns, while `shown` is not null.
  original jsonb check ((original is null) = (shown is null)),
  updated_at timestamptz not null default now()
);
alter table private.edits enable row level security;

-- What hangs on time stands in the time of the film that people see. `original_at` is its place in the original,
-- written at a swap; where it is null, the place follows from what is shown. `removed`: it lies in a removed part.
alter table public.comments add column original_at double precision, add column removed boolean not null default false;
alter table public.reactions add column original_at double precision, add column removed boolean not null default false;
alter table public.chapters add column original_at double precision, add column removed boolean not null default false;
