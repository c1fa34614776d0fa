-- Everything that hangs on time follows the film. Its entries in a removed part are kept, and hidden from everybody who may not
-- edit the recording, admins too.

-- The ranges of the original that a film keeps. Where that is its end, it keeps what lies behind it: a player may stop later than
-- the measured end, and a text may stand longer.
create function private.open_ended(kept jsonb, seconds double precision) returns jsonb
language sql immutable set search_path = '' as $$
  select case when (kept -> -1 ->> 'end')::float8 > seconds - 0.05
    then jsonb_set(kept, '{-1,end}', '1e9') else kept end
$$;

-- The ranges of a recording that people see; null while that is the original.
create function private.shown_of(recording uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.open_ended(e.shown, (e.original ->> 'duration')::float8)
    from private.edits e where e.recording_id = recording
$$;

create function app.film_for_editors(recording uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.shown_of(recording) where app.can_edit_recording(recording)
$$;

-- The row of a recording as it would be if the original were shown.
create function private.original_of(recording public.recordings) returns public.recordings
language sql stable set search_path = '' as $$
  select jsonb_populate_record(recording, coalesce(
    (select e.original from private.edits e where e.recording_id = recording.id), '{}'))
$$;

-- A reaction is hidden with its comment. A person has each emoji once: where the first stands in a removed part,
-- the next one takes its place.
create function private.place_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.comment_id is null then
    delete from public.reactions r
     where r.recording_id = new.recording_id and r.comment_id is null
       and (r.user_id, r.guest_id) is not distinct from (new.user_id, new.guest_id)
       and r.emoji = new.emoji and r.removed;
    return new;
  end if;
  select c.removed into new.removed from public.comments c
   where c.id = new.comment_id and (not c.removed or app.can_edit_recording(c.recording_id));
  if not found then
    raise exception 'The comment is not there any more.'
      using errcode = 'KN404', detail = 'comment_not_found';
  end if;
  return new;
end $$;
create trigger place_reaction before insert on public.reactions
  for each row execute function private.place_reaction();

-- After a swap: the threads and their reactions go with what begins them, and all is counted anew.
create function private.settle_discussion(recording uuid) returns void
language sql set search_path = '' as $$
  update public.comments reply set removed = root.removed
    from public.comments root
   where reply.recording_id = recording and root.id = reply.parent_comment_id
     and reply.removed <> root.removed;
  update public.reactions r set removed = c.removed
    from public.comments c
   where r.recording_id = recording and c.id = r.comment_id and r.removed <> c.removed;
  update public.recordings r set
    comment_count = (select count(*) from public.comments c where c.recording_id = r.id and not c.removed),
    reaction_counts = coalesce((
      select jsonb_object_agg(counted.emoji, counted.n)
        from (select x.emoji, count(*) as n from public.reactions x
               where x.recording_id = r.id and x.comment_id is null and not x.removed
               group by x.emoji) counted), '{}')
   where r.id = recording;
$$;

-- Subtitles ----------------------------------------------------------------------------

-- While a cut is shown, a subtitle's row has the cues of the cut, and the original's are here as they were at the
-- last swap, or were heard since. What people have written since follows from the two.
create table private.original_cues (
  subtitle_id uuid primary key references public.subtitles on delete cascade,
  cues jsonb not null,
  gaps jsonb not null
);
alter table private.original_cues enable row level security;

-- For people who may edit; no row while the original is shown.
create function app.original_of_subtitle(subtitle uuid)
returns table (film jsonb, original_cues text, original_gaps jsonb, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select film, coalesce(o.cues::text, '[]'), coalesce(o.gaps, '[]'), coalesce(r.owner_id = auth.uid(), false)
    from public.subtitles s
    join public.recordings r on r.id = s.recording_id
    cross join lateral private.shown_of(r.id) film
    left join private.original_cues o on o.subtitle_id = s.id
   where s.id = subtitle and film is not null and app.can_edit_recording(r.id)
$$;

-- The original is gone for good. Runs heard it: their times are not the film's, and so they end.
create function private.forget_original_cues(recording uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.subtitles set status = 'failed', progress = 0,
         error = 'The original of this recording was removed meanwhile. Please try again.'
   where recording_id = recording and status in ('queued', 'running');
  perform private.settle_minutes(s.id) from public.subtitles s where s.recording_id = recording;
  delete from private.subtitle_parts p using public.subtitles s
   where s.recording_id = recording and p.subtitle_id = s.id;
  delete from private.live_runs l using public.subtitles s
   where s.recording_id = recording and l.subtitle_id = s.id;
  delete from private.original_cues o using public.subtitles s
   where s.recording_id = recording and o.subtitle_id = s.id;
end $$;

grant execute on function app.film_for_editors(uuid), app.original_of_subtitle(uuid) to anon, authenticated;
