-- How transcribing goes, from its rows: what is still under way says nothing yet.
create index subtitles_transcribed on public.subtitles (created_at) include (status)
  where is_auto_generated and status in ('ready', 'failed');

create function app.measured_transcriptions(period text, zone text)
returns table (ready bigint, failed bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  return query
    select count(*) filter (where s.status = 'ready'), count(*) filter (where s.status = 'failed')
      from public.subtitles s
     where s.is_auto_generated and s.status in ('ready', 'failed')
       and s.created_at >= app.period_begins(period, zone);
end $$;
revoke execute on function app.measured_transcriptions(text, text) from public;
grant execute on function app.measured_transcriptions(text, text) to authenticated;
