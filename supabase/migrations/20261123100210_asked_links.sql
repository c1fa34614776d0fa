-- A private link that waits for a proof which no letter can bring: the invited asks its owner, who hears it once.
alter table public.notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check
    check (kind in ('comment', 'reply', 'first_view', 'video_deleted', 'link_asked'));
create unique index notices_asked_once on public.notices (share_id, actor_id) where kind = 'link_asked';

-- False for everybody but the account that has the invited address and nothing to prove it by.
create function app.ask_owner() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not app.share_awaits_proof() then return false; end if;
  insert into public.notices (user_id, kind, recording_id, actor_id, share_id)
  select s.owner_id, 'link_asked', s.recording_id, auth.uid(), s.id
    from public.shares s where s.id = (auth.jwt() ->> 'share')::uuid
  on conflict (share_id, actor_id) where kind = 'link_asked' do nothing;
  return true;
end $$;
revoke execute on function app.ask_owner() from public;
grant execute on function app.ask_owner() to authenticated;
