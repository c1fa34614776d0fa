-- A visit to Google gave nothing lasting: it was for another account than the connected one, which had allowed it
-- before. The next visit asks for consent, and Google gives it then.
alter table private.drive_connections add column asks_anew boolean not null default false;
