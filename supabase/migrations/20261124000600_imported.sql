-- Whether a recording was made here or brought as a file: its upload knows, and goes when it has been replaced.

alter table public.recordings add column imported boolean not null default false;

alter table public.recordings disable trigger user; -- nobody changed them just now
update public.recordings r set imported = true
 where exists (select 1 from public.uploads u where u.recording_id = r.id and u.kind = 'import');
alter table public.recordings enable trigger user;

create function private.note_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings set imported = true where id = new.recording_id;
  return null;
end $$;
revoke execute on function private.note_import() from public;

create trigger note_import after insert on public.uploads
  for each row when (new.kind = 'import') execute function private.note_import();
