-- Recordings: one row per video. Its bytes lie in the object store under `storage_key`,
-- or, until they are made seekable, in the parts of the upload that brought them.

create table public.recordings (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.users on delete cascade,
  filename text not null check (char_length(btrim(filename)) between 1 and 255),
  original_filename text not null check (char_length(original_filename) between 1 and 255),
  size bigint not null default 0 check (size >= 0),
  duration double precision check (duration >= 0),
  width int,
  height int,
  mime_type text not null default 'video/webm',
  video_codec text,
  audio_codec text,
  status text not null default 'processing'
    check (status in ('recording', 'uploading', 'processing', 'ready', 'failed')),
  failure text,
  interrupted boolean not null default false,
  playable boolean,
  progress smallint check (progress between 0 and 100),
  storage_type text not null default 'local' check (storage_type in ('google_drive', 's3', 'local')),
  storage_key text,
  -- Of the bytes as the recorder sent them, whatever the processing made of them later.
  received_bytes bigint,
  received_sha256 text,
  seekable boolean,
  audio_level_db double precision,
  thumbnail_path text,
  comment_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index recordings_newest on public.recordings (owner_id, created_at desc, id desc);
create index recordings_by_title on public.recordings (owner_id, lower(filename), id);
create index recordings_longest on public.recordings (owner_id, duration desc nulls last, id);
create index recordings_largest on public.recordings (owner_id, size desc, id);
create index recordings_unfinished on public.recordings (updated_at)
  where status in ('recording', 'uploading', 'processing');

-- The one answer to "may this caller see this recording". Shares widen it in their own migration.
create function app.can_view_recording(recording uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.recordings r
     where r.id = recording and r.owner_id = (select auth.uid())
  )
$$;
revoke execute on function app.can_view_recording(uuid) from public;
grant execute on function app.can_view_recording(uuid) to anon, authenticated;

alter table public.recordings enable row level security;
grant select, delete on public.recordings to authenticated;
grant update (filename) on public.recordings to authenticated;

create policy "owners see their recordings" on public.recordings
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "owners rename their recordings" on public.recordings
  for update to authenticated using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()));
create policy "owners delete their recordings" on public.recordings
  for delete to authenticated using (owner_id = (select auth.uid()));

-- Usage follows the rows, whoever writes them.
create function private.count_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.storage_usage
       set used_bytes = used_bytes + new.size, recording_count = recording_count + 1
     where user_id = new.owner_id;
  elsif tg_op = 'DELETE' then
    update public.storage_usage
       set used_bytes = greatest(0, used_bytes - old.size), recording_count = recording_count - 1
     where user_id = old.owner_id;
  elsif new.size <> old.size then
    update public.storage_usage set used_bytes = greatest(0, used_bytes + new.size - old.size)
     where user_id = new.owner_id;
  end if;
  return null;
end $$;
create trigger count_recording after insert or delete or update of size on public.recordings
  for each row execute function private.count_recording();

create function private.touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger touch_recording before update on public.recordings
  for each row execute function private.touch();

-- Realtime -----------------------------------------------------------------------
-- Events say what is stale, never what it is: a viewer reads the new state through the same policies.

create function private.announce_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row public.recordings := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('recording_id', row.id, 'status', row.status, 'progress', row.progress),
    case tg_op when 'DELETE' then 'recording_deleted' else 'recording' end,
    'recording:' || row.id, true);
  perform realtime.send(
    jsonb_build_object('recording_id', row.id, 'status', row.status, 'progress', row.progress),
    'library', 'user:' || row.owner_id, true);
  return null;
end $$;
create trigger announce_recording after insert or delete on public.recordings
  for each row execute function private.announce_recording();
create trigger announce_recording_change after update on public.recordings
  for each row
  when (old.filename is distinct from new.filename or old.status is distinct from new.status
     or old.progress is distinct from new.progress or old.thumbnail_path is distinct from new.thumbnail_path
     or old.duration is distinct from new.duration or old.playable is distinct from new.playable)
  execute function private.announce_recording();

create function private.announce_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'subscription', 'user:' || new.user_id, true);
  return null;
end $$;
create trigger announce_subscription after update on public.subscriptions
  for each row execute function private.announce_subscription();

create policy "people hear their own channel" on realtime.messages
  for select to authenticated using (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    and (select app.is_live_account((select auth.uid()))));

create policy "admins hear the admin channel" on realtime.messages
  for select to authenticated using (
    (select realtime.topic()) = 'admin' and (select app.is_admin()));

-- A topic is text from outside: only a well-formed id is asked about.
create function app.topic_recording() returns uuid
language sql stable set search_path = '' as $$
  select case when realtime.topic() ~ '^recording:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then substring(realtime.topic() from 11)::uuid end
$$;
grant execute on function app.topic_recording() to anon, authenticated;

create policy "viewers hear a recording" on realtime.messages
  for select to anon, authenticated using (
    app.topic_recording() is not null and app.can_view_recording(app.topic_recording()));

revoke execute on all functions in schema private from public;
