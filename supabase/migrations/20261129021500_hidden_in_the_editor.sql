-- The editor is told whether the recording is hidden until its cut is ready.
do $$
declare
  edit text := pg_get_functiondef('private.edit_of(uuid)'::regprocedure);
  mine text := pg_get_functiondef('app.my_edit(uuid)'::regprocedure);
begin
  drop function private.edit_of(uuid), app.my_edit(uuid);
  execute replace(replace(edit, 'error text,', 'error text, hides boolean,'),
    'e.error,', 'e.error, coalesce(e.hides, false),');
  execute replace(replace(mine, 'error text,', 'error text, hides boolean,'), 'e.error,', 'e.error, e.hides,');
  -- And the figures about people leave out what lies in the trash, as all other counts of the admin area do.
  execute replace(pg_get_functiondef('app.measured_people(text,text)'::regprocedure),
    'sum(recording_count)', 'sum(recording_count - trash_count)');
  execute replace(pg_get_functiondef('app.most_active_users(text,text,integer)'::regprocedure),
    'r.created_at >= since', 'r.created_at >= since and r.deleted_at is null');
end $$;
drop index public.recordings_newest;
create index recordings_newest on public.recordings (owner_id, created_at desc, id desc) include (size, deleted_at);
grant execute on function app.my_edit(uuid) to authenticated;
revoke execute on all functions in schema private, app from public;
