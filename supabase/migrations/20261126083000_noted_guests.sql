-- A guest has no account, so the question whether an admin deletes somebody else's comment had no answer for theirs.
create or replace function private.note_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note('comment_deleted', r.id, r.filename,
      jsonb_build_object('author', coalesce((select u.email from public.users u where u.id = old.author_id),
                                            (select g.name from private.guests g where g.id = old.guest_id)),
                         'content', left(old.content, 500)))
     from public.recordings r
    where r.id = old.recording_id and auth.uid() <> r.owner_id and auth.uid() is distinct from old.author_id;
  return null;
end $$;
