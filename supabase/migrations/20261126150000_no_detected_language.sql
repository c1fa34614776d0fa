-- No page, job or search ever read the language that an engine found.
alter table public.subtitles drop column detected_language;
