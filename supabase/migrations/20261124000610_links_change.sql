-- Whom a link is for and what it allows can be changed as long as it is there. Whoever watches through it is told at
-- once and asks again, as after every other change of it.

grant update (permission_type, is_public, allowed_email) on public.shares to authenticated;

drop trigger announce_share on public.shares;
create trigger announce_share after insert or delete
  or update of allow_download, password_version, expires_at, permission_type, is_public, allowed_email
  on public.shares
  for each row execute function private.announce_share();
