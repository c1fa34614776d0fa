/** Somebody who takes part: an account, or a guest, who has no id. */
export interface Writer {
  id: string | null;
  username: string;
  profile_picture: string | null;
}
