-- Which key a process signs with, so that a second process with another key is refused: its sessions would be nothing
-- to the first. It is the thumbprint of the public half and tells nothing of the key.
alter table private.processes add column signs_with text;
