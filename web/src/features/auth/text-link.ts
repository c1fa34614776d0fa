export const TEXT_LINK =
  "rounded-[4px] font-medium text-ink underline decoration-line-2 underline-offset-4 hover:decoration-ink";
