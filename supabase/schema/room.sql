-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.held_room (
  id uuid not null,
  owner_id uuid not null,
  bytes bigint not null,
  seen_at timestamp with time zone default now() not null,
  constraint held_room_pkey PRIMARY KEY (id),
  constraint held_room_bytes_check CHECK ((bytes >= 0)),
  constraint held_room_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX held_room_of_owner ON private.held_room USING btree (owner_id);
alter table private.held_room enable row level security;

CREATE OR REPLACE FUNCTION app.storage_limit_bytes(account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.storage_gb::bigint * 1073741824
    from public.subscriptions s join public.plans p on p.id = s.plan_id
   where s.user_id = account and s.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.reserved_bytes(account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (
    coalesce((select sum(u.length - u.received) from public.uploads u
               where u.owner_id = account and u.finished_at is null and u.length is not null), 0)
    + coalesce((select sum(h.bytes) from private.held_room h
                 where h.owner_id = account and h.seen_at > now() - interval '10 minutes'), 0)
    + coalesce((select sum(r.size - private.counted_bytes(r.size, r.storage_type))
                  from public.recordings r
                 where r.owner_id = account and private.is_under_way(r.moving)
                   and r.moving ->> 'to' = 's3'), 0)
  )::bigint
$function$;

CREATE OR REPLACE FUNCTION private.transit_bytes()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 8 * 1073741824::bigint $function$;

CREATE OR REPLACE FUNCTION private.in_transit(account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (
    coalesce((select sum(r.size) from public.recordings r
               where r.owner_id = account and r.status in ('recording', 'uploading', 'processing')), 0)
    + coalesce((select sum(r.size) from private.deliveries d join public.recordings r on r.id = d.recording_id
                 where d.owner_id = account and r.status = 'ready'), 0)
  )::bigint
$function$;

CREATE OR REPLACE FUNCTION private.has_storage(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select app.has_drive(account)
    or exists (select 1 from public.preferences
                where user_id = account and preferred_storage = 's3')
    or exists (select 1 from public.subscriptions s join public.plans p on p.id = s.plan_id
                where s.user_id = account and s.status <> 'cancelled'
                  and (p.price_usd > 0 or p.storage_gb > 0))
$function$;

CREATE OR REPLACE FUNCTION app.is_storage_configured()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_storage((select auth.uid()))
$function$;
grant execute on function app.is_storage_configured() to authenticated;

CREATE OR REPLACE FUNCTION private.assert_paid(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.subscriptions
              where user_id = account and past_due_since + app.days_of_grace() < now())
     and not (app.has_drive(account) and exists (
       select 1 from public.preferences
        where user_id = account and preferred_storage = 'google_drive'))
  then
    raise exception 'Your last payment has failed. Pay it under ''Manage billing'' on the subscription page to record into the cloud again; nothing that you have recorded is deleted.'
      using errcode = 'KN402', detail = 'payment_due';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_plan_room(account uuid, wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  room bigint := coalesce(app.storage_limit_bytes(account), 0);
  used bigint := (select used_bytes from public.storage_usage where user_id = account);
begin
  if room = 0 then
    raise exception 'Your plan has no room in the cloud. Choose a plan that has some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + wanted > room then
    raise exception 'Your storage is full. Delete recordings or choose a larger plan.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + private.reserved_bytes(account) + wanted > room then
    raise exception 'Uploads and moves that are not finished need the rest of your storage. Wait for them, or give one up.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.assert_room(account uuid, wanted bigint, disk_free bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_storage(account) then
    raise exception 'Storage is not set up. Connect Google Drive or choose a plan with cloud storage.'
      using errcode = 'KN402', detail = 'storage_not_configured';
  end if;
  if private.destination(account) <> 'google_drive' then
    perform private.assert_plan_room(account, wanted);
  elsif private.in_transit(account) + private.reserved_bytes(account) + wanted > private.transit_bytes() then
    raise exception 'This server keeps at most 8 GB for you on the way to your Drive. Wait until what is here has gone there.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if disk_free is not null and wanted > disk_free then
    raise exception 'This server has no room left. Ask its operator to free some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.require_room(wanted bigint, disk_free bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.assert_paid(auth.uid());
  perform app.assert_room(auth.uid(), wanted, disk_free);
end $function$;
grant execute on function app.require_room(bigint,bigint) to authenticated;

CREATE OR REPLACE FUNCTION private.take_room(account uuid, wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.assert_paid(account);
  perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
  perform app.assert_room(account, wanted);
end $function$;

CREATE OR REPLACE FUNCTION private.hold_room(account uuid, held uuid, total bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  granted bigint := coalesce((select h.bytes from private.held_room h where h.id = held), 0);
begin
  if total > granted then perform private.take_room(account, total - granted); end if;
  insert into private.held_room (id, owner_id, bytes) values (held, account, total)
  on conflict (id) do update set bytes = excluded.bytes, seen_at = now();
end $function$;
