import type { Keys } from "#api/platform/keys.ts";
import type { SendMail } from "#api/services/mail.ts";

export interface ProofPost {
  keys: Keys;
  sendMail: SendMail;
  /** The configured address, never one that a request may choose. */
  publicUrl: string;
}

interface Person {
  id: string;
  email: string;
  /** The link to the recording that the person wants to watch. */
  link: string;
}

/** A link for one address opens once its holder has shown that the address is theirs: we write to that address. */
export async function sendProof(
  { keys, sendMail, publicUrl }: ProofPost,
  { id, email, link }: Person,
): Promise<void> {
  const token = await keys.sign("email", { sub: id, email });
  const address = `${publicUrl}/shared/${link}?proof=${token}`;
  await sendMail({
    to: email,
    subject: "Confirm your email address",
    text: `Somebody shared a recording with you. Open this address, signed in as ${email}, to show that it is yours and to watch it:\n\n${address}\n\nIf you did not ask for this, ignore this email.`,
  });
}
