-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.second_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  kind text not null,
  secret text not null,
  credential_id text,
  name text,
  counter bigint default 0 not null,
  begun_at timestamp with time zone default now() not null,
  since timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text, 'recovery'::text]))),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX second_factors_begun ON private.second_factors USING btree (user_id, kind) WHERE (since IS NULL);
CREATE INDEX second_factors_of_user ON private.second_factors USING btree (user_id, since);
alter table private.second_factors enable row level security;
CREATE TRIGGER note_second_factor_off AFTER DELETE ON private.second_factors FOR EACH ROW WHEN (((old.since IS NOT NULL) AND (old.kind <> 'recovery'::text) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION private.note_second_factor();
CREATE TRIGGER note_second_factor_on AFTER UPDATE OF since ON private.second_factors FOR EACH ROW WHEN (((old.since IS NULL) AND (new.since IS NOT NULL))) EXECUTE FUNCTION private.note_second_factor();

create table private.sign_in_tickets (
  hash text not null,
  user_id uuid not null,
  proof text,
  tries integer default 0 not null,
  ends_at timestamp with time zone default (now() + '00:05:00'::interval) not null,
  constraint sign_in_tickets_pkey PRIMARY KEY (hash),
  constraint sign_in_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_tickets_of_user ON private.sign_in_tickets USING btree (user_id);
alter table private.sign_in_tickets enable row level security;

CREATE OR REPLACE FUNCTION private.begin_ticket(account uuid, ticket text, proof text)
 RETURNS TABLE(ways text[], passkeys text[])
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  select array_agg(distinct f.kind order by f.kind), array_remove(array_agg(f.credential_id), null)
    into ways, passkeys
    from private.second_factors f where f.user_id = account and f.since is not null;
  if not coalesce(array['totp', 'passkey'] && ways, false) then return; end if;
  delete from private.sign_in_tickets where ends_at < now();
  insert into private.sign_in_tickets (hash, user_id, proof) values (ticket, account, proof);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION private.note_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  factor private.second_factors := coalesce(new, old);
begin
  insert into public.audit_log (kind, act, actor_id, actor, target_id, target, after, address)
  select 'security', case when tg_op = 'DELETE' then 'second_factor_off' else 'second_factor_on' end,
         actor.id, coalesce(actor.email, case when current_setting('kinora.service', true)
           like 'operator: %' then 'Operator of this machine' end), u.id, u.email,
         jsonb_build_object('with', factor.kind, 'name', factor.name),
         nullif(current_setting('kinora.address', true), '')
    from public.users u left join public.users actor
      on actor.id = nullif(current_setting('kinora.actor', true), '')::uuid
   where u.id = factor.user_id;
  return null;
end $function$;
