import type { Env } from "#api/env.ts";
import { openEmbedded } from "./embedded/open.ts";
import type { Platform } from "./platform.ts";
import type { Report } from "./report.ts";
import { openSupabase } from "./supabase.ts";

/** The platform of this environment: the database that was given, else the embedded one. */
export function openPlatform(env: Env, report: Report): Promise<Platform> {
  const { DATABASE_URL } = env;
  return DATABASE_URL ? openSupabase({ ...env, DATABASE_URL }, report) : openEmbedded(env, report);
}
