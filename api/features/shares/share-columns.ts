import type { Sql } from "#api/platform/database.ts";

/** A link as the contract shows it to its owner. */
export const shareColumns = (sql: Sql) => sql`
  id, recording_id, token as share_token, label, permission_type, is_public, allowed_email,
  allow_download, password_version is not null as has_password, expires_at,
  coalesce(expires_at <= now(), false) as is_expired, view_count, last_viewed_at, created_at
`;
