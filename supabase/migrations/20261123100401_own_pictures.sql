-- A picture of a recording was whatever key its owner named: bytes of others too, and gone with the next picture.

-- Whom the bytes were taken from; they may outlive the account.
alter table private.loose_objects add column account uuid;

-- A row refers to it from here on. An account refers to nothing but what was taken from it.
create or replace function private.strike_off(store text, key text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.loose_objects l
   where l.store = strike_off.store and l.storage_key = strike_off.key
     and (auth.uid() is null or l.account = auth.uid());
  if not found and auth.uid() is not null then
    raise exception 'These bytes are not yours.' using errcode = '42501';
  end if;
end $$;
