import type { Logger } from "pino";
import type { Db } from "#api/platform/database.ts";
import { letRefused, type SendMail } from "#api/services/mail.ts";
import { type DigestNotice, writeDigest } from "./write-digest.ts";

export interface Post {
  service: Db;
  sendMail: SendMail;
  /** Where the links in a letter lead. */
  publicUrl: string;
  log: Logger;
}

/** More than anybody reads in a letter; the bell has the rest. */
const MOST = 50;

/** One letter for everything that happened since the last, at most every quarter of an hour. */
export async function sendDigests(post: Post): Promise<void> {
  const due = await post.service<Person[]>`
    select id, email from public.users where id in (select private.due_digests())
  `;
  for (const person of due) await sendDigest(post, person);
}

type Person = { id: string; email: string };

async function sendDigest({ service, sendMail, publicUrl, log }: Post, { id, email }: Person) {
  const notices = await service<DigestNotice[]>`select * from private.take_digest(${id}, ${MOST})`;
  if (notices.length === 0) return;
  try {
    const letter = { to: email, canWait: true, ...writeDigest(notices, publicUrl) };
    await sendMail(letter).catch(letRefused);
  } catch (error) {
    log.warn({ err: error }, "a digest was not sent; it is tried again with the next one");
    const ids = notices.map(({ id }) => id);
    await service`update public.notices set mailed_at = null where id = any(${ids}::uuid[])`;
  }
}
