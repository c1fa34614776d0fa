import { oauthClient } from "#api/platform/drive/settings.ts";
import { purposeOf, troubleOf } from "#api/platform/drive/tokens.ts";
import type { ConsentWorld } from "./begin-consent.ts";

/** Here at once, whatever Google says; what lies in the drive stays there. */
export async function disconnectDrive(world: ConsentWorld, owner: string): Promise<void> {
  const { service, keys } = world;
  const [forgotten] = await service(async (sql) => {
    await sql`delete from private.drive_consents where user_id = ${owner}`;
    return sql<{ refresh_token: string | null }[]>`
      delete from private.drive_connections where user_id = ${owner} returning refresh_token
    `;
  });
  if (forgotten?.refresh_token)
    await revoke(world, keys.unseal(purposeOf(owner), forgotten.refresh_token));
}

/** The only copy is gone already: what Google does not hear of can be used by nobody. */
async function revoke({ settings, log }: ConsentWorld, token: string): Promise<void> {
  try {
    await (await oauthClient(settings)).revokeToken(token);
  } catch (error) {
    log.warn({ reason: troubleOf(error).reason }, "a token was not revoked at Google");
  }
}
