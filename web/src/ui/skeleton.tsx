import { cx } from "./cx.ts";

/** A quiet block in the place of what is coming; give it that thing's size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx("block rounded-8 bg-wash", className)} />;
}

interface Props {
  label: string;
  className?: string | undefined;
  /** The look of each skeleton, where they only stand beneath each other. */
  blocks?: readonly string[];
  children?: React.ReactNode;
}

/** Holds the skeletons of a page: appears after 150 ms and is announced once. */
export function Loading({ label, className, blocks = [], children }: Props) {
  return (
    <div role="status" aria-label={label} className={cx("animate-late", className)}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they neither come nor go
        <Skeleton key={at} className={block} />
      ))}
      {children}
    </div>
  );
}
