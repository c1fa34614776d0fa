import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useState } from "react";

export interface Tab<Value extends string = string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  /** The text that is written in this tab stays while another tab is looked at. */
  keeps?: boolean | undefined;
}

interface Props<Value extends string> {
  /** The choice that the tabs offer, for those who hear them. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: Props<Value>) {
  const [seen, setSeen] = useState<readonly Value[]>([value]);
  if (!seen.includes(value)) setSeen([...seen, value]);
  return (
    <Base.Root
      value={value}
      onValueChange={onChange}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Base.List
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 shrink-0 px-2 font-medium sm:px-3 text-14 text-ink-2 transition-colors -outline-offset-2 hover:text-ink data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-ink transition-all duration-(--calm)" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={tab.keeps === true && seen.includes(tab.value)}
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
