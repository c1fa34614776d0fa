-- Of all links to one place two are enough: the one that was opened first, and the newest. Somebody who sends a
-- thousand links to a folder of a thousand videos made a million rows of each look at what is shared with me.
do $$
declare
  before text := pg_get_functiondef('private.shared_with'::regproc);
begin
  before := replace(before, 'select s, s.created_at, c.first_seen_at from', 'select s, s.created_at, c.first_seen_at,
           row_number() over (partition by s.folder_id, s.recording_id
                                  order by c.first_seen_at, s.created_at desc) as best,
           row_number() over (partition by s.folder_id, s.recording_id order by s.created_at desc) as newest
      from');
  execute replace(before, 'where h.hidden_at is null or o.created_at > h.hidden_at',
                  'where (o.best = 1 or o.newest = 1) and (h.hidden_at is null or o.created_at > h.hidden_at)');
end $$;
