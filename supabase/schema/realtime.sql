-- Written by `bun run schema` from the migrations: read it, and change those.

create policy "admins hear the admin channel" on realtime.messages for select to authenticated
  using (((( SELECT realtime.topic() AS topic) = 'admin'::text) AND ( SELECT app.is_admin() AS is_admin)));
create policy "an ended session hears and shows nothing" on realtime.messages as restrictive for all to authenticated
  using ((NOT ( SELECT app.is_ended_session() AS is_ended_session)))
  with check ((NOT ( SELECT app.is_ended_session() AS is_ended_session)));
create policy "people hear their own channel" on realtime.messages for select to authenticated
  using (((( SELECT realtime.topic() AS topic) = ('user:'::text || ( SELECT auth.uid() AS uid))) AND ( SELECT app.is_live_account(( SELECT auth.uid() AS uid)) AS is_live_account)));
create policy "viewers hear a recording" on realtime.messages for select to anon, authenticated
  using (((app.topic_recording() IS NOT NULL) AND app.can_view_recording(app.topic_recording())));
create policy "viewers show that they are watching" on realtime.messages for insert to anon, authenticated
  with check (((extension = 'presence'::text) AND (app.topic_recording() IS NOT NULL) AND app.can_view_recording(app.topic_recording())));
