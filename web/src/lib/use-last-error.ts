import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

type Asked = Pick<UseQueryResult, "error" | "isPending">;

/** A query that is asked again forgets its error until the answer is there: the page would blink. */
export function useLastError({ error, isPending }: Asked, isIt: (error: unknown) => boolean) {
  const [was, setWas] = useState(false);
  const is = isPending ? was : isIt(error);
  if (is !== was) setWas(is);
  return is;
}
