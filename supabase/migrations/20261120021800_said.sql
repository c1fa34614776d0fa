-- The words that were said, to be searched: each subtitle that is ready, in stretches of a few minutes. Closed to
-- every role of the API; people search through functions that look among their own recordings alone.

create table private.passages (
  subtitle_id uuid not null references public.subtitles on delete cascade,
  position int not null,
  recording_id uuid not null references public.recordings on delete cascade,
  owner_id uuid not null references public.users on delete cascade,
  language text not null,
  -- [[seconds, text], ...]: the cues of the passage, so that a hit is shown without reading hours of them.
  lines jsonb not null,
  said tsvector not null,
  primary key (subtitle_id, position)
);
create index passages_said on private.passages using gin (said);
create index passages_of_owner on private.passages (owner_id, language);
create index passages_in_order on private.passages (recording_id, position, subtitle_id);
alter table private.passages enable row level security;

-- Words ------------------------------------------------------------------------------

-- The rules that bring a language's words to their stems; words of languages unknown to Postgres stay as they are.
create function private.words_of(language text) returns regconfig
language sql immutable set search_path = '' as $$
  select (case language
    when 'ar' then 'arabic' when 'hy' then 'armenian' when 'eu' then 'basque' when 'ca' then 'catalan'
    when 'da' then 'danish' when 'nl' then 'dutch' when 'en' then 'english' when 'fi' then 'finnish'
    when 'fr' then 'french' when 'de' then 'german' when 'el' then 'greek' when 'hi' then 'hindi'
    when 'hu' then 'hungarian' when 'id' then 'indonesian' when 'ga' then 'irish' when 'it' then 'italian'
    when 'lt' then 'lithuanian' when 'ne' then 'nepali' when 'no' then 'norwegian' when 'nn' then 'norwegian'
    when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'sr' then 'serbian'
    when 'es' then 'spanish' when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish'
    when 'yi' then 'yiddish' else 'simple' end)::regconfig
$$;

-- Scripts without spaces have no words to find: each pair of neighbouring signs is one, and so is a single sign.
create function private.spaced(said text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if said !~ '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]' then return said; end if;
  return (
    select coalesce(string_agg(
             case when part[1] ~ '^[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
               then (select string_agg(substr(part[1], i, 2), ' ')
                       from generate_series(1, greatest(1, length(part[1]) - 1)) i)
               else part[1] end, ' '), '')
      from regexp_matches(said,
        '([\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+|[^\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+)',
        'g') part);
end $$;

-- In plpgsql, because it is called for thousands of cues.
create function private.as_said(language text, said text) returns tsvector
language plpgsql immutable set search_path = '' as $$
begin
  return to_tsvector(private.words_of(language), private.spaced(said));
end $$;

-- The owner of a passage stands among its words: the index looks at one owner's alone, however many others there are.
create function private.whose(account uuid) returns text
language sql immutable set search_path = '' as $$ select quote_literal('whose:' || account) $$;

-- The sought words in one language; of the last word its beginning is enough, because it may still be typed. Null
-- where no word of it can be found, as where it has only words that every text has.
create function private.as_sought(language text, sought text) returns tsquery
language sql immutable set search_path = '' as $$
  select case when numnode(q) > 0 then (q::text || ':*')::tsquery end
    from plainto_tsquery(private.words_of(language), private.spaced(sought)) q
$$;

-- The sought words in each language that is spoken in the caller's recordings.
create function private.sought_by(account uuid, sought text) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  next_language text;
  query tsquery;
  every tsquery;
begin
  -- From one language to the next along the index: there are few, and millions of rows.
  select min(p.language) into next_language from private.passages p where p.owner_id = account;
  while next_language is not null loop
    query := private.as_sought(next_language, sought);
    every := case when every is null then query when query is null then every else every || query end;
    select min(p.language) into next_language from private.passages p
     where p.owner_id = account and p.language > next_language;
  end loop;
  return private.whose(account)::tsquery && every;
end $$;

-- Keeping ----------------------------------------------------------------------------

create function private.keep_passages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.passages where subtitle_id = new.id;
  if new.status <> 'ready' then return null; end if;
  insert into private.passages (subtitle_id, position, recording_id, owner_id, language, lines, said)
  select new.id, stretch.position, new.recording_id, r.owner_id, new.language, stretch.lines,
         private.as_said(new.language, stretch.said) || private.whose(r.owner_id)::tsvector
    from public.recordings r, (
      select floor(cue.at / 300)::int as position,
             jsonb_agg(jsonb_build_array(cue.at, cue.text) order by cue.place) as lines,
             string_agg(cue.text, ' ' order by cue.place) as said
        from (select floor((c.cue ->> 'start')::float8 * 1000) / 1000 as at, c.cue ->> 'text' as text, c.place
                from jsonb_array_elements(new.cues) with ordinality c (cue, place)) cue
       group by floor(cue.at / 300)::int) stretch
   where r.id = new.recording_id;
  return null;
end $$;
create trigger keep_passages after insert on public.subtitles
  for each row when (new.status = 'ready') execute function private.keep_passages();
create trigger keep_changed_passages after update on public.subtitles
  for each row
  when (old.status is distinct from new.status or old.language is distinct from new.language
     or (new.status = 'ready' and old.cues is distinct from new.cues))
  execute function private.keep_passages();

-- Searching --------------------------------------------------------------------------

-- The caller's recordings in which all sought words are spoken within a few minutes. It never reads the passages
-- themselves, which the planner takes for cheap and are gigabytes, but their index.
create function app.recordings_saying(sought text) returns setof uuid
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  query tsquery := private.sought_by(auth.uid(), sought);
begin
  if query is null then return; end if;
  return query select distinct p.recording_id from private.passages p where p.said @@ query;
end $$;

-- The moments in each of these recordings: the cues with most of the sought words, in the order of the recording.
create function app.moments_saying(sought text, recordings uuid[], most int)
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

grant execute on function app.recordings_saying(text), app.moments_saying(text, uuid[], int) to authenticated;
