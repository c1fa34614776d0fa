import { type ReactNode, useEffect, useId, useRef } from "react";

interface Props {
  title: string;
  help?: ReactNode;
  /** Beside the title, e.g. that a change was saved. */
  status?: ReactNode;
  /** The name by which a link leads to the card: /settings#cloud-storage. */
  anchor?: string | undefined;
  children: ReactNode;
}

/** Title left, controls right; one above the other where the screen is narrow. */
export function SettingsCard({ title, help, status, anchor, children }: Props) {
  const heading = useId();
  const card = useRef<HTMLElement>(null);
  // The page may come later than its address: by then the browser has looked for the anchor.
  useEffect(() => {
    if (anchor && location.hash === `#${anchor}`) card.current?.scrollIntoView();
  }, [anchor]);
  return (
    <section
      ref={card}
      id={anchor}
      aria-labelledby={heading}
      className="@container scroll-mt-20 rounded-12 border border-line bg-raised p-5 md:p-6"
    >
      <div className="grid gap-x-10 gap-y-5 @xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid content-start gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 id={heading} className="font-semibold text-16">
              {title}
            </h2>
            {status}
          </div>
          {help && <p className="text-pretty text-13 text-ink-2">{help}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
