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

create or replace function private.notices_of(account uuid, most int, skipped int) returns table (
  id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
  actor_username text, actor_picture text, share_token text, share_label text,
  created_at timestamptz, read_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select n.id, n.kind, n.recording_id,
         coalesce(n.title, case when own or opens then r.filename end),
         n.comment_id,
         case when own or (opens and s.password_version is null) then left(c.content, 200) end,
         a.username, a.profile_picture,
         case when not own and opens then s.token end,
         case when own and n.kind in ('first_view', 'link_asked') then s.label end,
         n.created_at, n.read_at
    from (
      select * from public.notices
       where user_id = account order by created_at desc, id desc limit most offset skipped
    ) n
    left join public.recordings r on r.id = n.recording_id
    left join public.comments c on c.id = n.comment_id
    left join public.users a on a.id = n.actor_id
    left join public.shares s on s.id = n.share_id
    cross join lateral (select coalesce(r.owner_id = n.user_id, false) as own,
      coalesce(private.share_opens(s, n.user_id, s.password_version), false) as opens) may
   order by n.created_at desc, n.id desc
$$;
