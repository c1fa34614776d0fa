-- Browsers get a token for Realtime, and a hosted project's Data API would take it, too, for as long as it
-- lives: with policies, but without asking whether the session still stands. So every call of it asks here
-- first and is refused, but for those with the project's secret key. Where there is no Data API this changes
-- nothing.

create function app.refuse_data_api() returns void
language plpgsql set search_path = '' as $$
begin
  if current_setting('role', true) = 'service_role' then return; end if;
  raise sqlstate 'PGRST' using
    message = '{"code": "closed", "message": "The Data API of this project is closed: use Kinora''s own."}',
    detail = '{"status": 403, "headers": {}}';
end $$;
revoke execute on function app.refuse_data_api() from public;
grant execute on function app.refuse_data_api() to anon, authenticated, service_role;
grant usage on schema app to service_role;

do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'app.refuse_data_api';
  notify pgrst, 'reload config';
exception when undefined_object or insufficient_privilege then
  raise notice 'The Data API could not be closed here: close it in the settings of the project.';
end $$;
