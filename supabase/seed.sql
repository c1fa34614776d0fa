-- Runs after the migrations on `supabase start` and `supabase db reset`, on a developer's machine only.
-- What every Kinora needs (the plans, for one) is in the migrations. Accounts are made by signing up:
-- the first one on an empty server becomes its super admin.
select 'nothing to seed';
