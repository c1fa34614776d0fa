-- Every role may call a new function, until this is taken back. Each file that makes functions later ends with this line.
revoke execute on all functions in schema private, app from public;
