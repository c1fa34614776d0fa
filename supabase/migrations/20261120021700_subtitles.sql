-- Subtitles: one list of cues for each, from which every format is written. Made by a job, uploaded, or
-- translated; what somebody edited is never written over.

create table public.subtitles (
  id uuid primary key default gen_random_uuid(),
  recording_id uuid not null references public.recordings on delete cascade,
  language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  -- The language that the engine heard.
  detected_language text,
  -- The form in which its owner chose to read and download it.
  format text not null default 'srt' check (format in ('srt', 'vtt', 'txt')),
  -- [{start, end, text, words?: [{start, end, text, sure?}]}], in seconds.
  cues jsonb not null default '[]' check (jsonb_typeof(cues) = 'array'),
  -- [{start, end, error}]: stretches that could not be transcribed.
  gaps jsonb not null default '[]' check (jsonb_typeof(gaps) = 'array'),
  status text not null default 'ready' check (status in ('queued', 'running', 'ready', 'failed')),
  progress double precision not null default 1 check (progress between 0 and 1),
  error text,
  is_auto_generated boolean not null default false,
  is_edited boolean not null default false,
  -- No foreign key: a translation stays one when its source is deleted.
  translated_from uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subtitles_of_recording on public.subtitles (recording_id, created_at, id);

-- Two requests for the same subtitle are one run.
create unique index subtitles_under_way on public.subtitles (recording_id, language, translated_from)
  nulls not distinct where status in ('queued', 'running');

-- The results of transcribing, from its rows: a run under way has none yet.
create index subtitles_transcribed on public.subtitles (created_at) include (status)
  where is_auto_generated and status in ('ready', 'failed');
alter table public.subtitles enable row level security;
grant select on public.subtitles to anon, authenticated;
grant insert (recording_id, language, format, cues) on public.subtitles to authenticated;
grant update (cues) on public.subtitles to authenticated;
grant delete on public.subtitles to authenticated;

create policy "whoever sees a recording reads its subtitles that are ready" on public.subtitles
  for select to anon, authenticated using (
    status = 'ready' and exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "owners follow all subtitles of their recordings" on public.subtitles
  for select to authenticated using (
    exists (select 1 from public.recordings r
             where r.id = recording_id and r.owner_id = (select auth.uid()) offset 0));
create policy "owners add subtitles to their recordings" on public.subtitles
  for insert to authenticated with check (
    exists (select 1 from public.recordings r
             where r.id = recording_id and r.owner_id = (select auth.uid()) offset 0));
create policy "owners edit subtitles that are ready" on public.subtitles
  for update to authenticated using (
    status = 'ready' and exists (
      select 1 from public.recordings r
       where r.id = recording_id and r.owner_id = (select auth.uid()) offset 0));
create policy "editors edit the subtitles of the recording their link opens" on public.subtitles
  for update to authenticated using (
    status = 'ready' and recording_id = (select app.editable_recording()));
create policy "owners delete subtitles of their recordings" on public.subtitles
  for delete to authenticated using (
    exists (select 1 from public.recordings r
             where r.id = recording_id and r.owner_id = (select auth.uid()) offset 0));

-- The finished parts of a run: after a failure or a restart only the missing parts are done again.
create table private.subtitle_parts (
  subtitle_id uuid not null references public.subtitles on delete cascade,
  position int not null check (position >= 0),
  start_seconds double precision not null check (start_seconds >= 0),
  end_seconds double precision not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  result jsonb,
  error text,
  attempts int not null default 0,
  primary key (subtitle_id, position),
  check (end_seconds >= start_seconds)
);
alter table private.subtitle_parts enable row level security;

-- Seconds of sound, by the month (UTC) that they count for. Used seconds stay when the subtitle goes.
create table private.subtitle_minutes (
  user_id uuid not null references public.users on delete cascade,
  month date not null,
  subtitle_id uuid not null,
  reserved_seconds double precision not null check (reserved_seconds >= 0),
  -- Null while the run goes on.
  settled_seconds double precision check (settled_seconds >= 0),
  primary key (user_id, month, subtitle_id)
);
create index subtitle_minutes_of_subtitle on private.subtitle_minutes (subtitle_id);
alter table private.subtitle_minutes enable row level security;

-- A recording that still runs is transcribed as it arrives. Where the run stands is kept, so that it goes on there
-- after a kill; the row goes once the whole recording has been listened to.
create table private.live_runs (
  subtitle_id uuid primary key references public.subtitles on delete cascade,
  -- All speech before this second has become parts.
  heard_seconds double precision not null default 0 check (heard_seconds >= 0),
  -- The first bytes describe the file; of the rest, the part that is still needed begins at this byte, and second.
  head_bytes bigint not null default 0 check (head_bytes >= 0),
  from_byte bigint not null default 0 check (from_byte >= 0),
  from_seconds double precision not null default 0 check (from_seconds >= 0)
);
alter table private.live_runs enable row level security;

-- A change of the cues makes another version of them: a retry that fills a gap, too. An editor that holds an older
-- version is told, and a player reads the new one.
create function private.touch_subtitle() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if new.cues is distinct from old.cues then
    new.version := old.version + 1;
    new.is_edited := new.is_edited or (old.status = 'ready' and current_user = 'authenticated');
  end if;
  return new;
end $$;
create trigger touch_subtitle before update on public.subtitles
  for each row execute function private.touch_subtitle();

-- Minutes ----------------------------------------------------------------------------

create function private.this_month() returns date
language sql stable set search_path = '' as $$
  select date_trunc('month', now() at time zone 'UTC')::date
$$;

-- The seconds that count this month: of a run under way those it may need, of the others those they needed.
create function private.subtitle_seconds(account uuid) returns double precision
language sql stable set search_path = '' as $$
  select coalesce(sum(coalesce(m.settled_seconds, m.reserved_seconds)), 0)
    from private.subtitle_minutes m
   where m.user_id = account and m.month = private.this_month()
$$;

create function app.subtitle_seconds() returns double precision
language sql stable security definer set search_path = '' as $$
  select private.subtitle_seconds((select auth.uid()))
$$;

-- Reserves `total` seconds for a subtitle; those it had before are not asked for again, whatever month that was in.
-- `most_seconds` is the limit of a month, null where there is none. One reservation after the other: two runs that
-- fit alone may not fit together.
create function private.reserve_minutes(
  account uuid, subtitle uuid, total double precision, most_seconds double precision
) returns void
language plpgsql set search_path = '' as $$
declare
  had double precision;
  missing double precision;
  left_over double precision;
  renewed date := (private.this_month() + interval '1 month')::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('minutes of ' || account, 0));
  select coalesce(sum(coalesce(m.settled_seconds, m.reserved_seconds)), 0) into had
    from private.subtitle_minutes m where m.subtitle_id = subtitle;
  missing := greatest(0, total - had);
  left_over := greatest(0, most_seconds - private.subtitle_seconds(account));
  if most_seconds is not null and missing > left_over then
    raise exception 'This needs %, and % of your % are left this month. They are new on %.',
      case when missing <= 60 then '1 minute' else ceil(missing / 60)::int || ' minutes' end,
      floor(left_over / 60)::int, floor(most_seconds / 60)::int,
      to_char(renewed, 'FMDD FMMonth YYYY')
      using errcode = 'KN402', detail = 'subtitle_minutes';
  end if;
  insert into private.subtitle_minutes as m (user_id, month, subtitle_id, reserved_seconds)
  values (account, private.this_month(), subtitle, missing)
  on conflict (user_id, month, subtitle_id) do update
    set reserved_seconds = coalesce(m.settled_seconds, m.reserved_seconds) + excluded.reserved_seconds,
        settled_seconds = null;
end $$;

-- The planned parts of a run are reserved before they are transcribed: of a recording that still runs, or had no
-- known length, they are more than was reserved at first. A part that does not fit becomes a gap that says so.
create function private.reserve_parts(subtitle uuid, most_seconds double precision) returns void
language plpgsql set search_path = '' as $$
declare
  account uuid;
  allowed double precision;
  total double precision;
begin
  select r.owner_id into account from public.subtitles s
    join public.recordings r on r.id = s.recording_id where s.id = subtitle;
  if not found then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('minutes of ' || account, 0));
  select coalesce(sum(coalesce(m.settled_seconds, m.reserved_seconds)), 0)
       + case when most_seconds is null then 'infinity'
              else greatest(0, most_seconds - private.subtitle_seconds(account)) end into allowed
    from private.subtitle_minutes m where m.subtitle_id = subtitle;
  update private.subtitle_parts p set status = 'failed', error = format(
      'Your %s minutes of this month are used up. They are new on %s: try this part again then.',
      floor(most_seconds / 60)::int,
      to_char(private.this_month() + interval '1 month', 'FMDD FMMonth YYYY'))
    from (select q.position, sum(q.end_seconds - q.start_seconds)
                 over (order by q.status <> 'done', q.position) as so_far
            from private.subtitle_parts q
           where q.subtitle_id = subtitle and q.status in ('done', 'waiting')) planned
   where p.subtitle_id = subtitle and p.position = planned.position and p.status = 'waiting'
     -- Listening counts a little more of the sound than its container says.
     and planned.so_far > allowed + 1;
  select coalesce(sum(p.end_seconds - p.start_seconds), 0) into total
    from private.subtitle_parts p where p.subtitle_id = subtitle and p.status in ('done', 'waiting');
  perform private.reserve_minutes(account, subtitle, total, null);
end $$;

-- The run is over: its finished parts count, the rest is given back. The sound that was heard counts whole, also of
-- a recording without a known length. Of a run that began in one month and ended in another, each month has the
-- seconds reserved in it, the last the rest. A second call changes nothing.
create function private.settle_minutes(subtitle uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heard double precision := coalesce((
    select sum(p.end_seconds - p.start_seconds) from private.subtitle_parts p
     where p.subtitle_id = subtitle and p.status = 'done'), 0);
  counted double precision := coalesce((
    select sum(m.settled_seconds) from private.subtitle_minutes m where m.subtitle_id = subtitle), 0);
begin
  update private.subtitle_minutes m
     set settled_seconds = greatest(0, case when open.is_last then heard - counted - open.before
                                            else least(m.reserved_seconds, heard - counted - open.before) end)
    from (select o.user_id, o.month,
                 coalesce(sum(o.reserved_seconds) over earlier, 0) as before,
                 row_number() over (order by o.month desc) = 1 as is_last
            from private.subtitle_minutes o
           where o.subtitle_id = subtitle and o.settled_seconds is null
          window earlier as (order by o.month rows between unbounded preceding and 1 preceding)) open
   where m.subtitle_id = subtitle and m.user_id = open.user_id and m.month = open.month;
end $$;

-- A subtitle that is deleted during its run, with its recording or alone, gives back the seconds it did not need.
create function private.give_back_minutes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_minutes(old.id);
  return old;
end $$;
create trigger give_back_minutes before delete on public.subtitles
  for each row execute function private.give_back_minutes();

-- A recording that is thrown away while it runs was of no use to anybody: its transcription costs nothing.
create function private.give_back_discarded() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.subtitle_minutes m using public.subtitles s
   where s.recording_id = old.id and m.subtitle_id = s.id;
  return old;
end $$;
create trigger give_back_discarded before delete on public.recordings
  for each row when (old.status = 'recording') execute function private.give_back_discarded();

-- Runs -------------------------------------------------------------------------------

create function private.assert_may_transcribe(account uuid, needs_addon boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  subscription public.subscriptions;
begin
  if not needs_addon then return; end if;
  select * into subscription from public.subscriptions where user_id = account;
  if not coalesce(subscription.subtitle_addon_enabled, false) then
    raise exception 'Subtitle add-on is not enabled. Subscribe for $3/month to generate subtitles.'
      using errcode = 'KN402', detail = 'subtitle_addon_required';
  end if;
  if subscription.past_due_since + app.days_of_grace() < now() then
    raise exception 'Your last payment has failed. Pay it under ''Manage billing'' on the subscription page to generate subtitles again; those you have stay.'
      using errcode = 'KN402', detail = 'payment_due';
  end if;
end $$;

-- Returns the run, whether it is a new one (its job is sent in the same transaction), and whether its recording
-- still runs. Where a run for this recording and language is under way, that one is returned. For a recording
-- without a length a minute is reserved: people who have none left are told before, and the rest is reserved as it
-- comes. No row where the recording is not the caller's.
create function private.begin_transcription(
  account uuid, recording uuid, wanted_language text, wanted_format text,
  needs_addon boolean, most_seconds double precision
) returns table (subtitle_id uuid, is_new boolean, is_live boolean)
language plpgsql set search_path = '' as $$
declare
  known public.recordings;
  run uuid;
begin
  select * into known from public.recordings where id = recording and owner_id = account
     for no key update;
  if not found then return; end if;
  perform private.assert_may_transcribe(account, needs_addon);
  select s.id into run from public.subtitles s
   where s.recording_id = recording and s.language = wanted_language
     and s.translated_from is null and s.status in ('queued', 'running');
  if found then return query select run, false, false; return; end if;
  if known.status not in ('recording', 'processing', 'ready') then
    raise exception 'This recording is not finished yet. Generate its subtitles when it is.'
      using errcode = 'KN409', detail = 'not_ready';
  end if;
  if known.status = 'ready' and known.video_codec is not null and known.audio_codec is null then
    raise exception 'This recording has no sound, so there is nothing to transcribe.'
      using errcode = 'KN409', detail = 'no_sound';
  end if;
  insert into public.subtitles (recording_id, language, format, status, progress, is_auto_generated)
  values (recording, wanted_language, wanted_format, 'queued', 0, true)
  returning id into run;
  perform private.reserve_minutes(account, run, coalesce(known.duration, 60), most_seconds);
  if known.status = 'recording' then insert into private.live_runs (subtitle_id) values (run); end if;
  return query select run, true, known.status = 'recording';
end $$;

-- Only failed parts are done again, and only they are reserved again.
create function private.retry_transcription(
  account uuid, recording uuid, subtitle uuid, needs_addon boolean, most_seconds double precision
) returns table (subtitle_id uuid, is_new boolean)
language plpgsql set search_path = '' as $$
declare
  length double precision;
  run public.subtitles;
begin
  select r.duration into length from public.recordings r
   where r.id = recording and r.owner_id = account for no key update;
  if not found then return; end if;
  select * into run from public.subtitles s
   where s.id = subtitle and s.recording_id = recording for update;
  if not found then return; end if;
  if run.status in ('queued', 'running') then return query select run.id, false; return; end if;
  if not run.is_auto_generated or run.translated_from is not null
     or (run.status = 'ready' and run.gaps = '[]') then
    raise exception 'There is nothing to try again: these subtitles are whole.'
      using errcode = 'KN409', detail = 'nothing_to_retry';
  end if;
  if run.is_edited then
    raise exception 'These subtitles were edited by hand, which a new try would undo. Generate them anew: they are kept beside those.'
      using errcode = 'KN409', detail = 'edited';
  end if;
  if exists (select 1 from public.subtitles s
              where s.recording_id = recording and s.language = run.language
                and s.translated_from is null and s.status in ('queued', 'running')) then
    raise exception 'Subtitles in this language are being generated already.'
      using errcode = 'KN409', detail = 'under_way';
  end if;
  perform private.assert_may_transcribe(account, needs_addon);
  update public.subtitles set status = 'queued', error = null where id = run.id;
  perform private.reserve_minutes(account, run.id, coalesce(length, 0), most_seconds);
  return query select run.id, true;
end $$;

-- Returns the translation, and whether it is a new one: its job is sent in the same transaction. No row where the
-- recording or the subtitle is not the caller's.
create function private.begin_translation(
  account uuid, recording uuid, source uuid, wanted_language text, needs_addon boolean
) returns table (subtitle_id uuid, is_new boolean)
language plpgsql set search_path = '' as $$
declare
  known public.subtitles;
  run uuid;
begin
  perform 1 from public.recordings where id = recording and owner_id = account for no key update;
  if not found then return; end if;
  select * into known from public.subtitles s where s.id = source and s.recording_id = recording;
  if not found then return; end if;
  perform private.assert_may_transcribe(account, needs_addon);
  select s.id into run from public.subtitles s
   where s.recording_id = recording and s.language = wanted_language
     and s.translated_from = source and s.status in ('queued', 'running');
  if found then return query select run, false; return; end if;
  if known.status <> 'ready' or known.cues = '[]' then
    raise exception 'These subtitles are not ready, so there is nothing to translate yet.'
      using errcode = 'KN409', detail = 'not_ready';
  end if;
  if known.language = wanted_language then
    raise exception 'These subtitles are in this language already.'
      using errcode = 'KN409', detail = 'same_language';
  end if;
  insert into public.subtitles
    (recording_id, language, format, status, progress, is_auto_generated, translated_from)
  values (recording, wanted_language, known.format, 'queued', 0, true, source)
  returning id into run;
  return query select run, true;
end $$;

-- A finished run takes the place of an earlier one that nobody edited; until then people read the earlier one.
create function private.replace_earlier_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.subtitles s
   where s.recording_id = new.recording_id and s.language = new.language and s.id <> new.id
     and s.is_auto_generated and not s.is_edited and s.created_at <= new.created_at
     and s.translated_from is not distinct from new.translated_from
     and s.status in ('ready', 'failed');
  return null;
end $$;
create trigger replace_earlier_run after update of status on public.subtitles
  for each row when (new.status = 'ready' and old.status <> 'ready' and new.is_auto_generated)
  execute function private.replace_earlier_run();

-- Realtime -----------------------------------------------------------------------------

create function private.announce_subtitle() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subtitle public.subtitles := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('subtitle_id', subtitle.id, 'act', lower(tg_op),
                       'status', subtitle.status, 'progress', subtitle.progress),
    'subtitle', 'recording:' || subtitle.recording_id, true);
  return null;
end $$;

-- A subtitle that is deleted together with its recording is not announced by itself.
create trigger announce_subtitle after insert or delete on public.subtitles
  for each row when (pg_trigger_depth() = 0) execute function private.announce_subtitle();
create trigger announce_subtitle_change after update on public.subtitles
  for each row
  when (old.status <> new.status or old.progress <> new.progress or old.cues is distinct from new.cues
     or old.gaps is distinct from new.gaps or old.error is distinct from new.error)
  execute function private.announce_subtitle();

grant execute on function app.subtitle_seconds() to authenticated;
