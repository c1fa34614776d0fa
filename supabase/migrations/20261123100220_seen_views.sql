-- Where nothing plays yet, nothing was seen: the page asks again when there is something.
create or replace function app.count_view(viewer text, network text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
  salt text;
  who bytea;
  whence bytea;
  seen timestamptz;
begin
  select s.id into opened
    from app.opened_share() o join public.shares s on s.id = o.share_id
    join public.recordings r on r.id = s.recording_id
   where s.owner_id is distinct from auth.uid()
     and (private.has_arrived(r.status) or (r.interrupted and r.size > 0));
  if opened is null then return; end if;
  select view_salt::text || opened::text into salt from private.settings;
  who := sha256(convert_to(salt || count_view.viewer, 'UTF8'));
  whence := sha256(convert_to(salt || count_view.network, 'UTF8'));
  select v.viewed_at into seen from private.share_views v where v.share_id = opened and v.viewer = who;
  if (seen is null or seen < now() - interval '30 minutes') and whence is not null and 8 <= (
    select count(*) from (
      select 1 from private.share_views v
       where v.share_id = opened and v.network = whence and v.viewed_at > now() - interval '30 minutes'
       limit 8) recent)
  then
    return;
  end if;
  insert into private.share_views as v (share_id, viewer, network) values (opened, who, whence)
  on conflict on constraint share_views_pkey do update set viewed_at = now()
    where v.viewed_at < now() - interval '5 minutes';
  if found and (seen is null or seen < now() - interval '30 minutes') then
    update public.shares set view_count = view_count + 1, last_viewed_at = now() where id = opened;
  end if;
end $$;
