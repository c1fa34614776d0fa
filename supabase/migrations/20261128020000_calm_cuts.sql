-- How far a cut is concerns the page that asks about it by itself. All others are told of another film, or another
-- edit: each of them reads its recording anew.
drop trigger announce_edit on private.edits;
create trigger announce_edit after update on private.edits
  for each row when (
    (old.version, old.status, old.hides, old.shown, old.shown_at, old.original, old.original_removed)
    is distinct from
    (new.version, new.status, new.hides, new.shown, new.shown_at, new.original, new.original_removed))
  execute function private.announce_edit();
