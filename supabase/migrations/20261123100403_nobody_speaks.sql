-- As it was, but a video in which nobody speaks was heard well: there was nothing to write down.
create or replace function app.measured_transcriptions(period text, zone text)
returns table (ready bigint, failed bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    select count(*) filter (where s.status = 'ready'), count(*) filter (where s.status = 'failed')
      from public.subtitles s
     where s.is_auto_generated and s.status in ('ready', 'failed')
       and s.created_at >= since and coalesce(s.error, '') not like 'Nobody speaks %';
end $$;
