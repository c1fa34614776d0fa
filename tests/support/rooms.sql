-- A small world of its own for the tests of Realtime: who is a member of a room hears it.
create table public.rooms (
  id uuid primary key default gen_random_uuid(),
  name text not null
);
create table public.room_members (
  room_id uuid not null references public.rooms on delete cascade,
  user_id uuid not null,
  can_write boolean not null default true,
  primary key (room_id, user_id)
);
create table public.room_messages (
  id bigint generated always as identity primary key,
  room_id uuid not null references public.rooms on delete cascade,
  author uuid not null,
  body text not null
);

create function public.is_member(topic text, to_write boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.room_members m
     where topic = 'room:' || m.room_id
       and m.user_id = (select auth.uid())
       and (m.can_write or not to_write)
  )
$$;

alter table public.rooms enable row level security;
alter table public.room_members enable row level security;
alter table public.room_messages enable row level security;
grant insert on public.room_messages to authenticated;

create policy "members who may write say something" on public.room_messages
  for insert to authenticated with check (
    author = (select auth.uid()) and public.is_member('room:' || room_id, true)
  );
create policy "members hear their room" on realtime.messages
  for select to authenticated using (public.is_member((select realtime.topic()), false));
create policy "members who may write speak in their room" on realtime.messages
  for insert to authenticated with check (public.is_member((select realtime.topic()), true));

create function public.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(to_jsonb(new), 'message', 'room:' || new.room_id, true);
  return null;
end $$;
create trigger announce_message after insert on public.room_messages
for each row execute function public.announce_message();

create function public.announce_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object(
      'schema', tg_table_schema, 'table', tg_table_name, 'operation', tg_op, 'record', new, 'old_record', old
    ),
    tg_op, 'room:' || new.id
  );
  return null;
end $$;
create trigger announce_change after update on public.rooms
for each row execute function public.announce_change();
