-- The admin's lists and counts leave out what lies in the trash: with that fact beside the others, the index alone
-- answers again.
drop index public.recordings_made, public.recordings_by_storage;
create index recordings_made on public.recordings (created_at, id) include (owner_id, size, deleted_at);
create index recordings_by_storage on public.recordings (storage_type, created_at, id) include (deleted_at);
