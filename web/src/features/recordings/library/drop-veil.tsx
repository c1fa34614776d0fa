import { FileDown } from "lucide-react";

/** Dims the page while files are held over it. */
export function DropVeil() {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-veil p-4"
    >
      <p className="flex items-center gap-3 rounded-12 border border-line bg-raised px-6 py-5 font-medium text-16 shadow-lift">
        <FileDown aria-hidden="true" className="size-5" />
        Drop to import into My Videos
      </p>
    </div>
  );
}
