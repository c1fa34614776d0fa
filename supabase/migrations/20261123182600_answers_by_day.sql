-- How fast the API answered, by the day of the server: each process adds what it counted once a minute. So nothing
-- is folded, and nothing reads the figures of one call but /metrics, which has its own.

drop table private.request_measures;
drop function private.measure_answers(), private.fold_measures(text);
-- Rows of shorter spans stay beside the days: readers add them up.
with former as (delete from private.answer_measures returning *)
insert into private.answer_measures (span, begins_at, over_ms, up_to_ms, requests, failures)
select 'day', begins_at, over_ms, up_to_ms, sum(requests), sum(failures) from former group by 2, 3, 4;
alter table private.answer_measures drop column span;
drop index private.answer_measures_begins_at;
create unique index answer_measures_of_day on private.answer_measures (begins_at, up_to_ms) nulls not distinct;

-- Rows that are taken away are added in the same statement, so no moment counts them twice or not at all.
create function private.fold_measures() returns void
language plpgsql set search_path = '' as $$
begin
  with ended as (
    delete from private.visits where last_seen_at < now() - interval '1 hour' returning *)
  insert into private.visit_measures (begins_at, visits, seconds)
  select date_bin('1 hour', began_at, '2000-01-01 00:00Z'), count(*),
         sum(extract(epoch from last_seen_at - began_at))
    from ended group by 1;

  with ended as (
    delete from private.visit_measures
     where not folded and begins_at < now() - interval '2 hours' returning *)
  insert into private.visit_measures (begins_at, visits, seconds, folded)
  select begins_at, sum(visits), sum(seconds), true from ended group by 1;

  with ended as (
    delete from private.upload_measures
     where not folded and begins_at < now() - interval '20 minutes' returning *)
  insert into private.upload_measures
    (begins_at, whole, cut, lost, bytes, under_1_minute, under_5_minutes, under_15_minutes,
     under_30_minutes, under_60_minutes, longer, folded)
  select begins_at, sum(whole), sum(cut), sum(lost), sum(bytes), sum(under_1_minute),
         sum(under_5_minutes), sum(under_15_minutes), sum(under_30_minutes), sum(under_60_minutes),
         sum(longer), true
    from ended group by 1;

  delete from private.answer_measures where begins_at < now() - interval '13 months';
  delete from private.visit_measures where begins_at < now() - interval '13 months';
end $$;
revoke execute on function private.fold_measures() from public;
