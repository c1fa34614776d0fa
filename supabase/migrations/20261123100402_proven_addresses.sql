-- Allowed domains let in whoever typed such an address, and a closed server told who has an account. An address is
-- proven before its account is made now: a letter holds an invitation that nobody but its mailbox sees.

alter table public.invitations add column asked_for boolean not null default false;
-- However often somebody asks, it is one link, to be sent again.
create unique index invitations_asked_for on public.invitations (lower(email))
  where asked_for and used_at is null;
alter policy "super admins see the invitations" on public.invitations
  using ((select app.is_super_admin()) and not asked_for);

-- Asked last, because an invitation is used up by an account that is there; and again where the address has one.
create or replace function private.assert_may_join(
  settings private.settings, account public.users, invitation text
) returns void
language plpgsql set search_path = '' as $$
declare
  by_letter boolean;
begin
  if settings.sign_up = 'closed' then
    raise exception 'This server takes no new accounts at the moment.'
      using errcode = 'KN403', detail = 'sign_up_closed';
  end if;
  update public.invitations set used_at = now(), used_by = account.id
   where token = invitation and used_at is null and expires_at > now()
     and (email is null or lower(email) = lower(account.email)) returning asked_for into by_letter;
  if not by_letter then return; end if;
  if settings.sign_up = 'invitation' then
    raise exception '%', case when invitation is null
        then 'New accounts need an invitation here. Ask whoever runs this server for one.'
        else 'This invitation was used, has ended or is for another address. Ask for a new one.' end
      using errcode = 'KN403', detail = 'invitation_needed';
  end if;
  if by_letter then
    update private.credentials set email_verified = true where user_id = account.id;
  end if;
  if settings.allowed_domains = '{}' then return; end if;
  if not lower(split_part(account.email, '@', 2)) = any (settings.allowed_domains) then
    raise exception 'Accounts here need an address at %.', array_to_string(settings.allowed_domains, ', ')
      using errcode = 'KN403', detail = 'domain_not_allowed';
  end if;
  if settings.verify_emails and by_letter is null
     and not exists (select from private.credentials where user_id = account.id and email_verified) then
    raise exception 'Open the letter that was sent to this address.'
      using errcode = 'KN403', detail = 'email_unproven';
  end if;
end $$;
drop function private.take_invitation(text, text, uuid);
