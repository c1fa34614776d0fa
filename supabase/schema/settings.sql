-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.settings (
  is_the_row boolean default true not null,
  verify_emails boolean default false not null,
  view_salt uuid default gen_random_uuid() not null,
  sign_up text default 'open'::text not null,
  allowed_domains text[] default '{}'::text[] not null,
  default_plan text,
  announcement text default ''::text not null,
  told_until bigint default 0 not null,
  trash_days integer default 30 not null,
  constraint settings_pkey PRIMARY KEY (is_the_row),
  constraint settings_announcement_check CHECK ((char_length(announcement) <= 500)),
  constraint settings_default_plan_fkey FOREIGN KEY (default_plan) REFERENCES public.plans(name) ON UPDATE CASCADE ON DELETE SET NULL,
  constraint settings_is_the_row_check CHECK (is_the_row),
  constraint settings_sign_up_check CHECK ((sign_up = ANY (ARRAY['open'::text, 'invitation'::text, 'closed'::text]))),
  constraint settings_trash_days_check CHECK (((trash_days >= 1) AND (trash_days <= 365)))
);
CREATE INDEX settings_default_plan ON private.settings USING btree (default_plan);
alter table private.settings enable row level security;

create table public.invitations (
  id uuid default gen_random_uuid() not null,
  token text default translate(encode(extensions.gen_random_bytes(24), 'base64'::text), '+/'::text, '-_'::text) not null,
  email text,
  invited_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  used_at timestamp with time zone,
  used_by uuid,
  asked_for boolean default false not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_email_check CHECK ((char_length(email) <= 254)),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id) ON DELETE SET NULL,
  constraint invitations_token_key UNIQUE (token),
  constraint invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES public.users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX invitations_asked_for ON public.invitations USING btree (lower(email)) WHERE (asked_for AND (used_at IS NULL));
CREATE INDEX invitations_invited_by ON public.invitations USING btree (invited_by);
CREATE INDEX invitations_newest ON public.invitations USING btree (created_at DESC, id DESC);
CREATE INDEX invitations_used_by ON public.invitations USING btree (used_by);
alter table public.invitations enable row level security;
grant select on public.invitations to authenticated;
create policy "super admins see the invitations" on public.invitations for select to authenticated
  using ((( SELECT app.is_super_admin() AS is_super_admin) AND (NOT asked_for)));

CREATE OR REPLACE FUNCTION app.server_settings()
 RETURNS TABLE(sign_up text, allowed_domains text[], default_plan text, announcement text, trash_days integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_super_admin();
  return query select s.sign_up, s.allowed_domains, s.default_plan, s.announcement, s.trash_days
                 from private.settings s;
end $function$;
grant execute on function app.server_settings() to authenticated;

CREATE OR REPLACE FUNCTION app.public_settings()
 RETURNS TABLE(sign_up text, announcement text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.sign_up, s.announcement from private.settings s
$function$;
grant execute on function app.public_settings() to anon;
grant execute on function app.public_settings() to authenticated;

CREATE OR REPLACE FUNCTION app.sign_up_offer(given text)
 RETURNS TABLE(sign_up text, first boolean, allowed_domains text[], invitation jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The first account of an empty server is always let in, whatever the settings say.
  select case when held.any_account then s.sign_up else 'open' end, not held.any_account, s.allowed_domains,
         (select jsonb_build_object('email', i.email) from public.invitations i
           where i.token = given and i.used_at is null and i.expires_at > now())
    from private.settings s, (select exists (select from public.users)) held (any_account)
$function$;
grant execute on function app.sign_up_offer(text) to anon;
grant execute on function app.sign_up_offer(text) to authenticated;

CREATE OR REPLACE FUNCTION app.change_server_settings(change jsonb)
 RETURNS TABLE(sign_up text, allowed_domains text[], default_plan text, announcement text, trash_days integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb;
begin
  perform app.assert_super_admin();
  select jsonb_build_object('sign_up', s.sign_up, 'allowed_domains', s.allowed_domains,
                            'default_plan', s.default_plan, 'announcement', s.announcement,
                            'trash_days', s.trash_days)
    into was from private.settings s for update;
  if not exists (select 1 from public.plans p where p.name = change ->> 'default_plan')
     and change ->> 'default_plan' is not null then
    raise exception 'This plan does not exist.' using errcode = 'KN404', detail = 'plan_not_found';
  end if;
  update private.settings s set
    sign_up = coalesce(change ->> 'sign_up', s.sign_up),
    allowed_domains = case when change ? 'allowed_domains'
      then array(select lower(d) from jsonb_array_elements_text(change -> 'allowed_domains') d)
      else s.allowed_domains end,
    default_plan = case when change ? 'default_plan' then change ->> 'default_plan'
                        else s.default_plan end,
    announcement = coalesce(change ->> 'announcement', s.announcement),
    trash_days = coalesce((change ->> 'trash_days')::int, s.trash_days);
  perform private.note('settings_changed', null, null,
    (select jsonb_object_agg(w.key, w.value) from jsonb_each(was) w where change ? w.key), change);
  return query select * from app.server_settings();
end $function$;
grant execute on function app.change_server_settings(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION app.invite(address text, days integer)
 RETURNS SETOF public.invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.invitations;
begin
  perform app.assert_super_admin();
  if exists (select 1 from public.users where lower(email) = lower(address)) then
    raise exception 'An account with this email already exists.'
      using errcode = 'KN409', detail = 'email_taken';
  end if;
  insert into public.invitations (email, invited_by, expires_at)
  values (address, auth.uid(), now() + make_interval(days => days)) returning * into made;
  perform private.note('person_invited', null, address, null,
                       jsonb_build_object('expires_at', made.expires_at));
  return next made;
end $function$;
grant execute on function app.invite(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.withdraw_invitation(invitation uuid)
 RETURNS SETOF public.invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone public.invitations;
begin
  perform app.assert_super_admin();
  delete from public.invitations where id = invitation returning * into gone;
  if not found then return; end if;
  perform private.note('invitation_withdrawn', null, gone.email);
  return next gone;
end $function$;
grant execute on function app.withdraw_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.register(new_username text, new_email text, new_password_hash text, new_google_subject text, new_email_verified boolean, new_picture text, invitation text DEFAULT NULL::text)
 RETURNS public.users
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  account public.users;
  settings private.settings;
  is_first boolean;
begin
  perform pg_advisory_xact_lock(hashtext('kinora.register'));
  select * into settings from private.settings;
  is_first := not exists (select 1 from public.users);
  if settings.default_plan is not null then
    perform set_config('kinora.default_plan', settings.default_plan, true);
  end if;
  insert into public.users (username, email, role, profile_picture, oauth_provider, password_set)
  values (
    new_username, new_email,
    case when is_first then 'super_admin' else 'user' end,
    new_picture,
    case when new_google_subject is null then null else 'google' end,
    new_password_hash is not null
  )
  returning * into account;
  insert into private.credentials (user_id, password_hash, google_subject, email_verified)
  values (account.id, new_password_hash, new_google_subject, new_email_verified);
  perform private.assert_may_join(settings, account, invitation) where not is_first;
  return account;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_may_join(settings private.settings, account public.users, invitation text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
        then 'New accounts need an invitation here. Ask the person who runs this server for one.'
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
    raise exception 'Open the email that was sent to this address.'
      using errcode = 'KN403', detail = 'email_unproven';
  end if;
end $function$;
