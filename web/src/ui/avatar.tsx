import { useState } from "react";
import { cx } from "./cx.ts";

interface Props {
  username: string;
  picture?: string | null | undefined;
  size?: "sm" | "md" | undefined;
}

/** The first sign that is seen; a flag is of two letters, and right-to-left names may begin with a mark. */
const FIRST_SIGN = /\p{RI}{2}|[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u;

const sizes = { sm: "size-6 text-12", md: "size-8 text-13" };

/** The picture, or the first letter of the name. The name itself stands beside it, so it is silent. */
export function Avatar({ username, picture, size = "md" }: Props) {
  const [broken, setBroken] = useState<string>();
  const look = cx("shrink-0 rounded-full", sizes[size]);
  if (picture && picture !== broken) {
    return (
      <img
        src={picture}
        alt=""
        referrerPolicy="no-referrer"
        className={cx(look, "object-cover")}
        onError={() => setBroken(picture)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cx(look, "grid select-none place-items-center bg-ink font-semibold text-paper")}
    >
      {FIRST_SIGN.exec(username)?.[0].toUpperCase() ?? "?"}
    </span>
  );
}
