-- Five functions that were made anew on older servers could be called by every role. Each act still asked for rights.
revoke execute on all functions in schema private, app from public;
