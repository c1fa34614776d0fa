-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION app.ask_owner()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not app.share_awaits_proof() then return false; end if;
  insert into public.notices (user_id, kind, recording_id, title, actor_id, share_id)
  select s.owner_id, 'link_asked', s.recording_id, f.name, auth.uid(), s.id
    from public.shares s left join public.folders f on f.id = s.folder_id
   where s.id = (auth.jwt() ->> 'share')::uuid
  on conflict (share_id, actor_id) where kind = 'link_asked' do nothing;
  return true;
end $function$;
grant execute on function app.ask_owner() to authenticated;
