import { createLink } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ComponentProps } from "react";
import { buttonLook } from "#web/ui/controls/button.tsx";

export const BackLink = createLink(({ children, ...rest }: ComponentProps<"a">) => (
  <a {...rest} className={`${buttonLook({ tone: "quiet", size: "sm" })} -ml-3 w-fit`}>
    <ArrowLeft />
    {children}
  </a>
));
