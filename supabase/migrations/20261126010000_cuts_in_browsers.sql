-- A server without ffmpeg encodes no pictures, and the owner's browser does it for the edges of a cut. `browser` is null
-- for a cut without it; it holds `passages`, the times of the pictures, while they are awaited, and `file` once they lie
-- in a store.
alter table private.edits add column browser jsonb;

do $$
declare
  edit_of text := pg_get_functiondef('private.edit_of'::regproc);
  my_edit text := pg_get_functiondef('app.my_edit'::regproc);
begin
  drop function app.my_edit(uuid);
  drop function private.edit_of(uuid);
  edit_of := replace(edit_of, 'contact_sheet jsonb,', 'contact_sheet jsonb, waits_for_owner boolean,');
  execute replace(edit_of, 'r.status, private', $with$coalesce(e.status = 'rendering' and e.browser ? 'passages', false),
         r.status, private$with$);
  my_edit := replace(my_edit, 'contact_sheet jsonb)', 'contact_sheet jsonb, waits_for_owner boolean)');
  execute replace(my_edit, 'e.contact_sheet', 'e.contact_sheet, e.waits_for_owner');
end $$;
grant execute on function app.my_edit(uuid) to authenticated;
