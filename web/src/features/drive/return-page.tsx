import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { connectDrive } from "#web/data/drive.ts";
import { errorText } from "#web/lib/api-error.ts";
import { POPUP_NAME, tellVisitEnd, type VisitEnd } from "#web/lib/drive-visit.ts";
import { useLater } from "#web/lib/use-later.ts";

const AFTER_SUCCESS_MS = 1_500;
const AFTER_FAILURE_MS = 2_000;

interface Props {
  given: { code?: string; state?: string; error?: string };
  onDone: (isConnected: boolean) => void;
}

/** The page to which Google sends people back: in the small window, or in the page itself. */
export function DriveReturnPage({ given, onDone }: Props) {
  // A code is good once: it is brought once, also where React mounts the page twice.
  const { data: visit } = useQuery({
    queryKey: ["drive-visit", given],
    queryFn: () => endVisit(given),
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isConnected = visit?.end === "connected";
  useLater(visit !== undefined && (isConnected ? AFTER_SUCCESS_MS : AFTER_FAILURE_MS), () => {
    if (window.name === POPUP_NAME) window.close();
    onDone(isConnected); // where there is no window of ours to close
  });
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <Words visit={visit} />
      </div>
    </main>
  );
}

function Words({ visit }: { visit: VisitEnd | undefined }) {
  const title = "font-semibold text-20";
  if (!visit) return <h1 className={title}>Connecting Google Drive...</h1>;
  if (visit.end === "connected") {
    return (
      <>
        <CircleCheck className="size-8 text-ok" />
        <h1 className={title}>Google Drive connected</h1>
        <p className="text-14 text-ink-2">
          New recordings are kept in your own Drive. Redirecting...
        </p>
      </>
    );
  }
  return (
    <>
      <CircleX className="size-8 text-red-ink" />
      <h1 className={title}>Connection failed. Redirecting...</h1>
      <p className="max-w-[48ch] text-balance text-14 text-ink-2">{visit.why}</p>
    </>
  );
}

async function endVisit(given: Props["given"]): Promise<VisitEnd> {
  const end = await exchange(given);
  tellVisitEnd(end);
  return end;
}

async function exchange({ code, state, error }: Props["given"]): Promise<VisitEnd> {
  if (error) return { end: "refused", why: GOOGLE_SAYS[error] ?? error };
  if (!code || !state) return { end: "failed", why: "Google sent no code." };
  try {
    await connectDrive({ code, state });
    return { end: "connected" };
  } catch (failure) {
    return { end: "failed", why: errorText(failure, "Please try again.") };
  }
}

const GOOGLE_SAYS: Record<string, string> = { access_denied: "It was not allowed." };
