import { z } from "zod";
import { Done, type Operation, visibleLine } from "./common.ts";

export const NameGuest = z.object({
  name: visibleLine("Enter your name", 60, "The name is too long"),
});

/** Sent back as `X-Guest-Token` beside `X-Share-Token`; good for that link alone. */
export const GuestKey = z.object({ guest_token: z.string(), name: z.string() });
export type GuestKey = z.infer<typeof GuestKey>;

export const ClaimGuest = z.object({ guest_token: z.string().min(1).max(2000) });

export const ClaimedGuest = z.object({ comments: z.number() });
export type ClaimedGuest = z.infer<typeof ClaimedGuest>;

export const nameGuestCall = {
  call: "POST /shared/{share_token}/guest",
  summary: "Say a name, to take part without an account; 403 `guests_may_not_comment`",
  access: "public",
  body: NameGuest,
  malformed: 400,
  answer: GuestKey,
  status: 201,
} as const satisfies Operation;

export const banGuestCall = {
  call: "POST /recordings/{id}/guests/{guestId}/ban",
  summary: "Let a guest, by their key, say nothing more through their link",
  access: "session",
  answer: Done,
} as const satisfies Operation;

export const unbanGuestCall = {
  call: "DELETE /recordings/{id}/guests/{guestId}/ban",
  summary: "Let them speak again",
  access: "session",
  answer: Done,
} as const satisfies Operation;

export const claimGuestCall = {
  call: "POST /guests/claim",
  summary: "Make what a guest has said one's own; their token ends",
  access: "session",
  body: ClaimGuest,
  malformed: 400,
  refusals: [403, 404],
  answer: ClaimedGuest,
} as const satisfies Operation;
