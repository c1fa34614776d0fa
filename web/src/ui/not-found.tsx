import { Link } from "@tanstack/react-router";
import { buttonLook } from "./button.tsx";
import { Mark } from "./wordmark.tsx";

export function NotFound() {
  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-6 p-6 text-center">
      <Mark size={40} />
      <div className="grid gap-2">
        <h1 className="font-semibold text-28">Page not found</h1>
        <p className="max-w-[48ch] text-14 text-ink-2">
          Nothing lives at this address. The link may be cut short, or what it showed was deleted.
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/" className={buttonLook({ tone: "primary" })}>
          Go to Home
        </Link>
      </div>
    </div>
  );
}
