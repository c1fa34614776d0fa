import { SignInLink } from "./bare-frame.tsx";

/** Stands in the place of the comment form, for visitors without an account. */
export function SignInPrompt() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-12 border border-line bg-raised p-4">
      <div className="grid flex-1 gap-0.5">
        <p className="font-medium text-14">Sign in to answer</p>
        <p className="text-13 text-ink-2">You come back to this recording.</p>
      </div>
      <SignInLink tone="primary" size="sm" />
    </div>
  );
}
