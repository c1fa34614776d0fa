import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

interface Props {
  trigger: ReactElement<Record<string, unknown>>;
  align?: "start" | "center" | "end" | undefined;
  children: ReactNode;
}

export const popupLook = cx(
  "pop max-h-(--available-height) min-w-44 overflow-y-auto rounded-12 border border-line bg-raised p-1 shadow-lift outline-none",
);

export const itemLook = cx(
  "flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-8 px-2.5 text-14 outline-none",
  "data-disabled:opacity-50 data-highlighted:bg-wash [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3",
);

export function Menu({ trigger, align = "end", children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className={popupLook}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemProps extends Omit<ComponentProps<typeof Base.Item>, "children"> {
  icon?: ReactNode;
  text: string;
  danger?: boolean | undefined;
}

export function MenuItem({ icon, text, danger, ...rest }: ItemProps) {
  return (
    <Base.Item className={cx(itemLook, danger && "text-red-ink [&_svg]:text-red-ink")} {...rest}>
      {icon}
      {text}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
