-- Titles as people read them: one spelling of every letter, and an order that knows letters and numbers.

create collation app.by_title (provider = icu, locale = 'und-u-kn-true');

-- Macs write é as two characters where others write one; what looks the same is found the same.
create function private.spell_title() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.filename := normalize(new.filename, nfc);
  new.original_filename := normalize(new.original_filename, nfc);
  return new;
end $$;
revoke execute on function private.spell_title() from public;
update public.recordings set
  filename = normalize(filename, nfc), original_filename = normalize(original_filename, nfc)
 where filename is not nfc normalized or original_filename is not nfc normalized;
create trigger spell_title before insert or update of filename, original_filename on public.recordings
  for each row execute function private.spell_title();

drop index public.recordings_by_title;
create index recordings_by_title on public.recordings (owner_id, filename collate app.by_title, id);

-- What an admin's list of all videos is sorted by.
create index recordings_latest on public.recordings (created_at desc, id desc);
