-- Of two indexes that say the same, one.
drop index if exists public.recordings_newest_of_all;
