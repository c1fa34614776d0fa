-- People who have no key for an accent type the letter without. Latin and Greek letters and the Russian е lose theirs,
-- Hebrew and Arabic their points. й, and the signs of Japanese and of India, are letters. Other texts go a shorter way.
create or replace function app.folded(said text) returns text
language sql immutable parallel safe as $$
  select case
    when pg_catalog.octet_length(said) = pg_catalog.char_length(said) then pg_catalog.lower(said collate "C")
    when said collate "C" !~ U&'[\00c0-\03ff\0401\0451\05b0-\0652\1e00-\1fff]' then pg_catalog.lower(said collate "und-x-icu") collate "C"
    else normalize(pg_catalog.regexp_replace(
      pg_catalog.translate(normalize(pg_catalog.lower(said collate "und-x-icu") collate "C", NFD), 'ıđłø', 'idlo'),
      U&'(?<=[a-z\0370-\03ff\0435])[\0300-\036f]+|[\05b0-\05bd\05bf\05c1\05c2\064b-\0652]', '', 'g'), NFC) end
$$;
reindex index public.recordings_by_trigrams;
reindex index public.audit_log_by_trigrams;
-- Lists of people by name stay in the order of the names as they are written.
do $$ begin execute replace(pg_get_functiondef('app.find_users'::regproc),
  'app.folded(u.username) end as name', 'u.username end as name'); end $$;
