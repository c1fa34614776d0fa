-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.subtitles (
  id uuid default gen_random_uuid() not null,
  recording_id uuid not null,
  language text default 'en'::text not null,
  format text default 'srt'::text not null,
  cues jsonb default '[]'::jsonb not null,
  gaps jsonb default '[]'::jsonb not null,
  status text default 'ready'::text not null,
  progress double precision default 1 not null,
  error text,
  is_auto_generated boolean default false not null,
  is_edited boolean default false not null,
  translated_from uuid,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint subtitles_pkey PRIMARY KEY (id),
  constraint subtitles_cues_check CHECK ((jsonb_typeof(cues) = 'array'::text)),
  constraint subtitles_format_check CHECK ((format = ANY (ARRAY['srt'::text, 'vtt'::text, 'txt'::text]))),
  constraint subtitles_gaps_check CHECK ((jsonb_typeof(gaps) = 'array'::text)),
  constraint subtitles_language_check CHECK ((language ~ '^[a-z]{2,3}$'::text)),
  constraint subtitles_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint subtitles_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint subtitles_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX subtitles_of_recording ON public.subtitles USING btree (recording_id, created_at, id);
CREATE INDEX subtitles_transcribed ON public.subtitles USING btree (created_at) INCLUDE (status) WHERE (is_auto_generated AND (status = ANY (ARRAY['ready'::text, 'failed'::text])));
CREATE UNIQUE INDEX subtitles_under_way ON public.subtitles USING btree (recording_id, language, translated_from) NULLS NOT DISTINCT WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
alter table public.subtitles enable row level security;
grant select on public.subtitles to anon;
grant delete, select on public.subtitles to authenticated;
grant insert (cues, format, language, recording_id) on public.subtitles to authenticated;
grant update (cues) on public.subtitles to authenticated;
create policy "editors edit the subtitles of the recording their link opens" on public.subtitles for update to authenticated
  using (((status = 'ready'::text) AND (recording_id = ( SELECT app.editable_recording() AS editable_recording))));
create policy "owners add subtitles to their recordings" on public.subtitles for insert to authenticated
  with check ((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = subtitles.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))
 OFFSET 0)));
create policy "owners delete subtitles of their recordings" on public.subtitles for delete to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = subtitles.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))
 OFFSET 0)));
create policy "owners edit subtitles that are ready" on public.subtitles for update to authenticated
  using (((status = 'ready'::text) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = subtitles.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))
 OFFSET 0))));
create policy "owners follow all subtitles of their recordings" on public.subtitles for select to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = subtitles.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))
 OFFSET 0)));
create policy "whoever sees a recording reads its subtitles that are ready" on public.subtitles for select to anon, authenticated
  using (((status = 'ready'::text) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = subtitles.recording_id)
 OFFSET 0))));
CREATE TRIGGER announce_subtitle AFTER INSERT OR DELETE ON public.subtitles FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.announce_subtitle();
CREATE TRIGGER announce_subtitle_change AFTER UPDATE ON public.subtitles FOR EACH ROW WHEN (((old.status <> new.status) OR (old.progress <> new.progress) OR (old.cues IS DISTINCT FROM new.cues) OR (old.gaps IS DISTINCT FROM new.gaps) OR (old.error IS DISTINCT FROM new.error))) EXECUTE FUNCTION private.announce_subtitle();
CREATE TRIGGER give_back_minutes BEFORE DELETE ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.give_back_minutes();
CREATE TRIGGER keep_changed_passages AFTER UPDATE ON public.subtitles FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.language IS DISTINCT FROM new.language) OR ((new.status = 'ready'::text) AND (old.cues IS DISTINCT FROM new.cues)))) EXECUTE FUNCTION private.keep_passages();
CREATE TRIGGER keep_passages AFTER INSERT ON public.subtitles FOR EACH ROW WHEN ((new.status = 'ready'::text)) EXECUTE FUNCTION private.keep_passages();
CREATE TRIGGER keep_text AFTER INSERT OR DELETE OR UPDATE OF cues ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.keep_text();
CREATE TRIGGER replace_earlier_run AFTER UPDATE OF status ON public.subtitles FOR EACH ROW WHEN (((new.status = 'ready'::text) AND (old.status <> 'ready'::text) AND new.is_auto_generated)) EXECUTE FUNCTION private.replace_earlier_run();
CREATE TRIGGER touch_subtitle BEFORE UPDATE ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.touch_subtitle();

create table private.subtitle_parts (
  subtitle_id uuid not null,
  "position" integer not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  status text default 'waiting'::text not null,
  result jsonb,
  error text,
  attempts integer default 0 not null,
  constraint subtitle_parts_pkey PRIMARY KEY (subtitle_id, "position"),
  constraint subtitle_parts_check CHECK ((end_seconds >= start_seconds)),
  constraint subtitle_parts_position_check CHECK (("position" >= 0)),
  constraint subtitle_parts_start_seconds_check CHECK ((start_seconds >= (0)::double precision)),
  constraint subtitle_parts_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint subtitle_parts_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES public.subtitles(id) ON DELETE CASCADE
);
alter table private.subtitle_parts enable row level security;

create table private.subtitle_minutes (
  user_id uuid not null,
  month date not null,
  subtitle_id uuid not null,
  reserved_seconds double precision not null,
  settled_seconds double precision,
  constraint subtitle_minutes_pkey PRIMARY KEY (user_id, month, subtitle_id),
  constraint subtitle_minutes_reserved_seconds_check CHECK ((reserved_seconds >= (0)::double precision)),
  constraint subtitle_minutes_settled_seconds_check CHECK ((settled_seconds >= (0)::double precision)),
  constraint subtitle_minutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX subtitle_minutes_of_subtitle ON private.subtitle_minutes USING btree (subtitle_id);
alter table private.subtitle_minutes enable row level security;

create table private.live_runs (
  subtitle_id uuid not null,
  heard_seconds double precision default 0 not null,
  head_bytes bigint default 0 not null,
  from_byte bigint default 0 not null,
  from_seconds double precision default 0 not null,
  constraint live_runs_pkey PRIMARY KEY (subtitle_id),
  constraint live_runs_from_byte_check CHECK ((from_byte >= 0)),
  constraint live_runs_from_seconds_check CHECK ((from_seconds >= (0)::double precision)),
  constraint live_runs_head_bytes_check CHECK ((head_bytes >= 0)),
  constraint live_runs_heard_seconds_check CHECK ((heard_seconds >= (0)::double precision)),
  constraint live_runs_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES public.subtitles(id) ON DELETE CASCADE
);
alter table private.live_runs enable row level security;

CREATE OR REPLACE FUNCTION private.touch_subtitle()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  if new.cues is distinct from old.cues then
    new.version := old.version + 1;
    new.is_edited := new.is_edited or (old.status = 'ready' and current_user = 'authenticated');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.this_month()
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select date_trunc('month', now() at time zone 'UTC')::date
$function$;

CREATE OR REPLACE FUNCTION private.subtitle_seconds(account uuid)
 RETURNS double precision
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(coalesce(m.settled_seconds, m.reserved_seconds)), 0)
    from private.subtitle_minutes m
   where m.user_id = account and m.month = private.this_month()
$function$;

CREATE OR REPLACE FUNCTION app.subtitle_seconds()
 RETURNS double precision
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.subtitle_seconds((select auth.uid()))
$function$;
grant execute on function app.subtitle_seconds() to authenticated;

CREATE OR REPLACE FUNCTION private.reserve_minutes(account uuid, subtitle uuid, total double precision, most_seconds double precision)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.reserve_parts(subtitle uuid, most_seconds double precision)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.settle_minutes(subtitle uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.give_back_minutes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.settle_minutes(old.id);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.give_back_discarded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.subtitle_minutes m using public.subtitles s
   where s.recording_id = old.id and m.subtitle_id = s.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_may_transcribe(account uuid, needs_addon boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.begin_transcription(account uuid, recording uuid, wanted_language text, wanted_format text, needs_addon boolean, most_seconds double precision)
 RETURNS TABLE(subtitle_id uuid, is_new boolean, is_live boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.retry_transcription(account uuid, recording uuid, subtitle uuid, needs_addon boolean, most_seconds double precision)
 RETURNS TABLE(subtitle_id uuid, is_new boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.begin_translation(account uuid, recording uuid, source uuid, wanted_language text, needs_addon boolean)
 RETURNS TABLE(subtitle_id uuid, is_new boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.replace_earlier_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.subtitles s
   where s.recording_id = new.recording_id and s.language = new.language and s.id <> new.id
     and s.is_auto_generated and not s.is_edited and s.created_at <= new.created_at
     and s.translated_from is not distinct from new.translated_from
     and s.status in ('ready', 'failed');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_subtitle()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subtitle public.subtitles := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('subtitle_id', subtitle.id, 'act', lower(tg_op),
                       'status', subtitle.status, 'progress', subtitle.progress),
    'subtitle', 'recording:' || subtitle.recording_id, true);
  return null;
end $function$;
