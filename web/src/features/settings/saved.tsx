import { Check } from "lucide-react";

/** The quiet answer to a setting that saves at once. */
export function Saved({ shown }: { shown: boolean }) {
  return (
    <p role="status" className="flex h-5 items-center gap-1.5 text-13 text-ok">
      {shown && (
        <span className="flex animate-rise items-center gap-1.5">
          <Check aria-hidden="true" className="size-4" />
          Saved
        </span>
      )}
    </p>
  );
}
