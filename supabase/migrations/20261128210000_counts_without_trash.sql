-- The counts of videos in the admin area leave out what lies in the trash, as the lists beside them do.
do $$
begin
  execute replace(pg_get_functiondef('app.admin_stats()'::regprocedure),
    'u.recording_count', 'u.recording_count - u.trash_count');
  execute replace(pg_get_functiondef('app.person(uuid)'::regprocedure),
    'h.recording_count', 'h.recording_count - h.trash_count');
end $$;
