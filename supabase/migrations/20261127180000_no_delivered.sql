-- A try gives the recording a file with a key of its own (api/features/drive/deliver-recording.ts).
drop function private.delivered;
