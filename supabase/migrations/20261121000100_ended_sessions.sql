-- A realtime token lives for an hour, a session may end before: a new password ends them all.

-- Whether the session that a token was made in has ended since; a token without one is a visitor's.
create function app.is_ended_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.credentials c
     where c.user_id = auth.uid() and c.session_version <> (auth.jwt() ->> 'ver')::int);
end $$;
revoke execute on function app.is_ended_session() from public;
grant execute on function app.is_ended_session() to authenticated;

create policy "an ended session hears and shows nothing" on realtime.messages
  as restrictive for all to authenticated
  using (not (select app.is_ended_session())) with check (not (select app.is_ended_session()));
