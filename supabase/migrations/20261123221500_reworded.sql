-- Four refusals in the words of docs/words.md. Nothing else changes in their functions.
do $$
declare
  one record;
begin
  for one in select * from (values
    ('private.delete_account(uuid, text)', 'the e-mail address', 'the email address'),
    ('private.delete_video(uuid)', 'super admin''''s videos', 'super admin''''s recordings'),
    ('private.assert_may_join(private.settings, public.users, text)', 'Open the letter', 'Open the email'),
    ('private.assert_may_join(private.settings, public.users, text)',
     'Ask whoever runs this server for one', 'Ask the person who runs this server for one')
  ) as words(of_function, said, says) loop
    execute replace(pg_get_functiondef(one.of_function::regprocedure), one.said, one.says);
  end loop;
end $$;
