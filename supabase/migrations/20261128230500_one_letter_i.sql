-- Turkish has an i with a dot and one without, each in both cases: for a search they are one letter.
create or replace function app.folded(said text) returns text
language sql immutable parallel safe as $$
  select case when pg_catalog.octet_length(said) = pg_catalog.char_length(said)
    then pg_catalog.lower(said collate "C")
    else pg_catalog.translate(pg_catalog.lower(said collate "und-x-icu") collate "C", U&'\0131\0307', 'i') end
$$;
reindex index public.recordings_by_trigrams;
reindex index public.audit_log_by_trigrams;
