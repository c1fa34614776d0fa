import { cx } from "./cx.ts";

/** A quiet block in the place of what is coming; give it that thing's size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx("block rounded-8 bg-wash", className)} />;
}

interface Props {
  label: string;
  className?: string | undefined;
  children: React.ReactNode;
}

/** Holds the skeletons of a page: appears after 150 ms and is announced once. */
export function Loading({ label, className, children }: Props) {
  return (
    <div role="status" aria-label={label} className={cx("animate-late", className)}>
      {children}
    </div>
  );
}
