-- Twenty thousand comments of one letter took 150 MB in memory where a page had them all, and four pages 400 MB: what
-- counts for each beside its text is 1,500 bytes, and the bounds are half as large again.
do $$
declare
  body text := pg_get_functiondef('private.bound_discussion'::regproc);
begin
  body := replace(body, '+ 400', '+ 1500');
  body := replace(body, '8388608', '12582912');
  execute replace(body, '2097152', '3145728');
end $$;
