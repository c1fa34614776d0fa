-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.passages (
  subtitle_id uuid not null,
  "position" integer not null,
  recording_id uuid not null,
  owner_id uuid not null,
  language text not null,
  lines jsonb not null,
  said tsvector not null,
  constraint passages_pkey PRIMARY KEY (subtitle_id, "position"),
  constraint passages_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint passages_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint passages_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES public.subtitles(id) ON DELETE CASCADE
);
CREATE INDEX passages_in_order ON private.passages USING btree (recording_id, "position", subtitle_id);
CREATE INDEX passages_of_owner ON private.passages USING btree (owner_id, language);
CREATE INDEX passages_said ON private.passages USING gin (said);
alter table private.passages enable row level security;

CREATE OR REPLACE FUNCTION private.words_of(language text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (case language
    when 'ar' then 'arabic' when 'hy' then 'armenian' when 'eu' then 'basque' when 'ca' then 'catalan'
    when 'da' then 'danish' when 'nl' then 'dutch' when 'en' then 'english' when 'fi' then 'finnish'
    when 'fr' then 'french' when 'de' then 'german' when 'el' then 'greek' when 'hi' then 'hindi'
    when 'hu' then 'hungarian' when 'id' then 'indonesian' when 'ga' then 'irish' when 'it' then 'italian'
    when 'lt' then 'lithuanian' when 'ne' then 'nepali' when 'no' then 'norwegian' when 'nn' then 'norwegian'
    when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'sr' then 'serbian'
    when 'es' then 'spanish' when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish'
    when 'yi' then 'yiddish' else 'simple' end)::regconfig
$function$;

CREATE OR REPLACE FUNCTION private.spaced(said text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.as_said(language text, said text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return to_tsvector(private.words_of(language), private.spaced(said));
end $function$;

CREATE OR REPLACE FUNCTION private.whose(account uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select quote_literal('whose:' || account) $function$;

CREATE OR REPLACE FUNCTION private.as_sought(language text, sought text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when numnode(q) > 0 then (q::text || ':*')::tsquery end
    from plainto_tsquery(private.words_of(language), private.spaced(sought)) q
$function$;

CREATE OR REPLACE FUNCTION private.sought_by(account uuid, sought text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.keep_passages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.recordings_saying(sought text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  query tsquery := private.sought_by(auth.uid(), sought);
begin
  if query is null then return; end if;
  return query select distinct p.recording_id from private.passages p where p.said @@ query;
end $function$;
grant execute on function app.recordings_saying(text) to authenticated;

CREATE OR REPLACE FUNCTION app.moments_saying(sought text, recordings uuid[], most integer)
 RETURNS TABLE(recording_id uuid, at_seconds double precision, said text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.moments_saying(text,uuid[],integer) to authenticated;
