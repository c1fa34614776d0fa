-- The original of a cut needs room where its recording goes, as that itself does: in the plan, wherever new
-- recordings go.
create or replace function private.move_original(
  recording uuid, move uuid, former jsonb, to_store text, to_key text, storage app.storage_type) returns void
language plpgsql set search_path = '' as $$
declare
  known public.recordings;
  size bigint := (former ->> 'size')::bigint;
  counted bigint;
begin
  select * into known from public.recordings r where r.id = recording and r.move_id = move for no key update;
  if not found then return; end if;
  select private.counted_bytes(size, storage) - private.counted_bytes(size, e.original ->> 'storage_type')
    into counted from private.edits e where e.recording_id = recording;
  if counted > 0 then perform private.take_room_for_move(known.owner_id, 's3', size, counted, null); end if;
  update private.edits e set original = e.original || jsonb_build_object(
      'store', to_store, 'storage_key', to_key, 'storage_type', storage,
      'file_tag', coalesce(e.original ->> 'file_tag', e.original ->> 'storage_key'))
   where e.recording_id = recording
     and e.original ->> 'store' = former ->> 'store' and e.original ->> 'storage_key' = former ->> 'key';
  if not found then return; end if;
  perform private.let_go(former ->> 'store', former ->> 'key'), private.strike_off(to_store, to_key);
end $$;
