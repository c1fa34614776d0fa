import { z } from "zod";
import { Done, forPublic, forSession, visibleLine } from "./common.ts";

export const NameGuest = z.object({
  name: visibleLine("Enter your name", 60, "The name is too long"),
});

/** Sent back as `X-Guest-Token` beside `X-Share-Token`; good for that link alone. */
export const GuestKey = z.object({ guest_token: z.string(), name: z.string() });
export type GuestKey = z.infer<typeof GuestKey>;

export const ClaimGuest = z.object({ guest_token: z.string().min(1).max(2000) });

export const ClaimedGuest = z.object({ comments: z.number() });

export const nameGuestCall = forPublic("POST /shared/{share_token}/guest", {
  summary: "Say a name, to take part without an account; 403 `guests_may_not_comment`",
  body: NameGuest,
  malformed: 400,
  answer: GuestKey,
  status: 201,
});

export const banGuestCall = forSession("POST /recordings/{id}/guests/{guestId}/ban", {
  summary: "Let a guest, by their key, say nothing more through their link",
  answer: Done,
});

export const unbanGuestCall = forSession("DELETE /recordings/{id}/guests/{guestId}/ban", {
  summary: "Let them speak again",
  answer: Done,
});

export const claimGuestCall = forSession("POST /guests/claim", {
  summary: "Make what a guest has said one's own; their token ends",
  body: ClaimGuest,
  malformed: 400,
  refusals: [403, 404],
  answer: ClaimedGuest,
});
