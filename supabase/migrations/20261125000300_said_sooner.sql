-- Where something was said is found sooner: a language's rules are looked up once for a stretch and not for each of
-- its cues, and of each recording only as many stretches are read as are shown.

create index passages_in_order on private.passages (recording_id, position, subtitle_id);
drop index private.passages_of_recording;

-- Where, in each of these: the cues with most of it, in the order in which they are heard.
create or replace function app.moments_saying(sought text, recordings uuid[], most int)
returns table (recording_id uuid, at_seconds double precision, said text)
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  whole tsquery := private.sought_by(account, sought);
  -- What is found within minutes may be spread over several cues.
  part tsquery := replace(whole::text, '&', '|')::tsquery;
begin
  if whole is null then return; end if;
  return query
    with hit as (
      select wanted.id as recording, stretch.rules, stretch.lines
        from unnest(recordings) wanted (id),
             lateral (
               select private.words_of(p.language) as rules, p.lines
                 -- A dozen or two in their order: the index of all words would be asked for each recording.
                 from (select * from private.passages p
                        where p.recording_id = wanted.id and p.owner_id = account
                        order by p.position, p.subtitle_id offset 0) p
                where p.said @@ whole
                limit most) stretch
    ), cue as (
      select distinct on (h.recording, (line.cue ->> 0)::float8) h.recording,
             (line.cue ->> 0)::float8 as at, line.cue ->> 1 as text, found.rank
        from hit h, jsonb_array_elements(h.lines) line (cue),
             lateral (
               select to_tsvector(h.rules, private.spaced(line.cue ->> 1)) as said offset 0) words,
             lateral (select ts_rank(words.said, part) as rank offset 0) found
       where words.said @@ part
       order by h.recording, (line.cue ->> 0)::float8, found.rank desc, line.cue ->> 1
    ), best as (
      select c.*, row_number() over (partition by c.recording order by c.rank desc, c.at) as nth from cue c
    )
    select b.recording, b.at, b.text from best b where b.nth <= most order by b.recording, b.at;
end $$;
