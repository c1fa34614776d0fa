import { Loading } from "#web/ui/skeleton.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";

interface Props {
  shareToken: string;
  isLocked: boolean;
  error: Error | null;
}

/** The embedded player's place before there is a player, or when there will be none. */
export function EmbedStage({ shareToken, isLocked, error }: Props) {
  return (
    <main className="scheme-dark grid h-dvh place-content-center justify-items-center gap-4 bg-stage p-6 text-center text-on-stage">
      {error ? (
        <>
          <Wordmark />
          <h1 className="font-medium text-16">
            {isLocked ? "This recording has a password" : "Unable to Load Video"}
          </h1>
          <a
            href={`/shared/${shareToken}`}
            target="_blank"
            rel="noopener"
            className="rounded-8 text-14 underline underline-offset-4 focus-visible:outline-on-stage"
          >
            {isLocked ? "Enter it on Kinora" : "See why on Kinora"}
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
