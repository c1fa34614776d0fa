import { Loading } from "#web/ui/skeleton.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";

interface Props {
  shareToken: string;
  isLocked?: boolean;
  error?: Error | null;
  /** Only its page has room for a folder. */
  folder?: string;
}

/** The embedded player's place before there is a player, or when there will be none. */
export function EmbedStage({ shareToken, isLocked = false, error, folder }: Props) {
  return (
    <main className="scheme-dark grid h-dvh place-content-center justify-items-center gap-4 bg-stage p-6 text-center text-on-stage">
      {error || folder !== undefined ? (
        <>
          <Wordmark />
          <h1 className="font-medium text-16">
            {folder ?? (isLocked ? "This recording has a password" : "Unable to Load Video")}
          </h1>
          <a
            href={`/shared/${shareToken}`}
            target="_blank"
            rel="noopener"
            className="rounded-8 text-14 underline underline-offset-4 focus-visible:outline-on-stage"
          >
            {wayOn(isLocked, folder)}
          </a>
        </>
      ) : (
        <Loading label="Loading recording">
          <Wordmark />
        </Loading>
      )}
    </main>
  );
}

function wayOn(isLocked: boolean, folder: string | undefined) {
  if (folder !== undefined) return "Watch this folder on Kinora";
  return isLocked ? "Enter it on Kinora" : "See why on Kinora";
}
