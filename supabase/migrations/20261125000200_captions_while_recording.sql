-- A recording that still runs is transcribed as it arrives. Where the run stands is kept, so that it goes on there
-- after a kill; the row goes once the whole recording has been listened to.
create table private.live_runs (
  subtitle_id uuid primary key references public.subtitles on delete cascade,
  -- What was said before has become parts.
  heard_seconds double precision not null default 0 check (heard_seconds >= 0),
  -- The first so many bytes say what is in the file; what is still needed of the rest begins at this byte, and second.
  head_bytes bigint not null default 0 check (head_bytes >= 0),
  from_byte bigint not null default 0 check (from_byte >= 0),
  from_seconds double precision not null default 0 check (from_seconds >= 0)
);
alter table private.live_runs enable row level security;

-- Gives the run, whether it is a new one, and whether its recording still runs. Of what has no length yet, a minute
-- is reserved: whoever has none left is told before, and the rest is reserved as it comes.
drop function private.begin_transcription(uuid, uuid, text, text, boolean, double precision);
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

-- What was planned of a run is reserved before anybody hears it: of a recording that still runs, or whose length
-- nobody knew, that is more than what was promised. What does not fit any more becomes a gap that says so.
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

-- Of a run that began in one month and ended in another, each month has what was reserved in it, the last the rest.
create or replace function private.settle_minutes(subtitle uuid) returns void
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

-- A recording that is thrown away while it runs was of no use to anybody: what was heard of it costs nothing.
create function private.give_back_discarded() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.subtitle_minutes m using public.subtitles s
   where s.recording_id = old.id and m.subtitle_id = s.id;
  return old;
end $$;
create trigger give_back_discarded before delete on public.recordings
  for each row when (old.status = 'recording') execute function private.give_back_discarded();

revoke execute on all functions in schema private from public;
