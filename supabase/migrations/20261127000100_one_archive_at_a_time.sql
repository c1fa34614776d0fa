-- Whose archive of everything is being made, and until when nobody else may begin one: each reads all they have.
create table private.takeouts (
  user_id uuid primary key references public.users on delete cascade,
  held_by uuid not null,
  held_until timestamptz not null
);
alter table private.takeouts enable row level security;
