import { Play, RotateCw } from "lucide-react";
import { useRef, useState } from "react";
import { formatDuration } from "#web/lib/format.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { ShortcutList } from "#web/ui/keys.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { PictureToCome } from "#web/ui/page/picture-to-come.tsx";
import { Frame } from "./bar/bar-controls.tsx";
import { ControlBar } from "./bar/control-bar.tsx";
import { failureWords } from "./failure.ts";
import { playerShortcuts } from "./keys.ts";
import type { Diagnosis, Playback } from "./playback.ts";
import type { PlayerProps } from "./player-props.ts";
import { usePlayer } from "./use-player.ts";

export function Player(props: PlayerProps) {
  const { title, className } = props;
  const player = usePlayer(props);
  const { frame, playback, captions, screen, shown, start } = player;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isShown = shown.isShown || isMenuOpen;
  return (
    <Frame value={frame}>
      <section
        ref={frame}
        aria-label={`Player: ${title}`}
        className={cx(
          "scheme-dark relative isolate w-full overflow-hidden bg-stage text-on-stage fullscreen:rounded-none",
          !isShown && playback.hasStarted && "cursor-none",
          className ?? "aspect-video rounded-12",
        )}
        onPointerMove={(event) => event.pointerType === "mouse" && shown.stir()}
        // A finger leaves whenever it is lifted.
        onPointerLeave={(event) => event.pointerType === "mouse" && shown.hide()}
      >
        <Picture player={player} {...props} />
        <CaptionLines {...captions} isRaised={isShown} />
        <Said said={player.said} />
        <Buffering playback={playback} />
        <ControlBar {...props} player={player} isShown={isShown} onMenu={setMenuOpen} />
        <BigPlay playback={playback} />
        {start?.isResumed && <Resumed time={start.time} onStartOver={() => player.seek(0)} />}
        {playback.failure && (
          <Failed failure={playback.failure} onRetry={() => player.dispatch({ type: "retry" })} />
        )}
        <Dialog
          title="Shortcuts"
          width="sm"
          open={player.isHelping}
          onClose={() => player.setHelping(false)}
          container={screen.isFull ? (frame.current ?? undefined) : undefined}
        >
          <ShortcutList shortcuts={playerShortcuts} />
        </Dialog>
      </section>
    </Frame>
  );
}

function Picture(props: PlayerProps & { player: ReturnType<typeof usePlayer> }) {
  const { player, title, duration, tracks = [], picture, noDownload } = props;
  const { shown, run, playback } = player;
  const [isDrawn, setDrawn] = useState(false);
  // A selection of text may end over the film.
  const isPressed = useRef(false);
  return (
    <>
      {picture && !isDrawn && <PictureToCome src={picture} className="absolute inset-0 -z-10" />}
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are those that the recording has */}
      <video
        ref={player.video}
        aria-label={title}
        preload={duration == null ? "auto" : "metadata"}
        autoPlay={props.goesOn}
        onEnded={props.onEnded}
        playsInline
        disableRemotePlayback={props.isLive}
        // A frame without an origin gets film and captions only so.
        crossOrigin={globalThis.origin === "null" ? "anonymous" : undefined}
        controlsList={noDownload ? "nodownload" : undefined}
        onContextMenu={(event) => noDownload && event.preventDefault()}
        onPointerDown={() => (isPressed.current = true)}
        onPointerLeave={() => (isPressed.current = false)}
        onPointerUp={({ pointerType, button }) => {
          if (button !== 0 || !isPressed.current) return;
          // A finger has no hover: its first touch of a film that plays shows the controls, the next one uses them.
          if (pointerType === "mouse" || shown.isShown || !playback.hasStarted)
            run({ do: "toggle" });
          else shown.stir();
        }}
        onDoubleClick={() => run({ do: "fullscreen" })}
        onLoadedData={() => setDrawn(true)}
        className="size-full object-contain"
      >
        {player.playing.map(({ src, type }) => (
          <source key={type} src={src} type={type} />
        ))}
        {tracks.map(({ id, src, language, label }) => (
          <track
            key={`${player.captions.tries} ${src}`}
            data-id={id}
            kind="captions"
            src={src}
            srcLang={language}
            label={label}
          />
        ))}
      </video>
    </>
  );
}

type Lines = Pick<ReturnType<typeof usePlayer>["captions"], "lines" | "language">;

function CaptionLines({ lines, language, isRaised }: Lines & { isRaised: boolean }) {
  if (lines.length === 0) return null;
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-x-4 grid justify-items-center gap-1 text-center transition-[bottom] duration-(--calm)",
        isRaised ? "bottom-20" : "bottom-4",
      )}
    >
      {lines.map((line, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          key={place}
          dir="auto"
          lang={language}
          className="max-w-[60ch] whitespace-pre-line rounded-8 bg-stage/80 px-2.5 py-1 text-14 sm:text-16"
        >
          {line}
        </span>
      ))}
    </div>
  );
}

const PILL = "rounded-full bg-stage/80 px-3 py-1.5 font-medium text-13";

/** The change that a command made, in the middle for a moment; those who listen hear it too. */
function Said({ said }: { said: { text: string; count: number } | undefined }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-1/4 flex justify-center"
    >
      {said && (
        <span key={said.count} className={cx(PILL, "animate-said")}>
          {said.text}
        </span>
      )}
    </div>
  );
}

function BigPlay({ playback }: { playback: Playback }) {
  if (playback.hasStarted || (playback.phase !== "paused" && playback.phase !== "loading"))
    return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-stage/70 text-on-stage inset-ring inset-ring-on-stage/25 sm:size-20"
    >
      <Play className="size-7 translate-x-0.5 fill-current sm:size-8" />
    </span>
  );
}

export function Buffering({ playback }: { playback: Playback }) {
  const isWaiting = playback.phase === "recovering" || playback.phase === "diagnosing";
  if (!playback.waiting && !isWaiting) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid animate-late place-items-center">
      <span role="status" className={PILL}>
        {isWaiting ? "Loading again…" : "Loading…"}
      </span>
    </div>
  );
}

function Resumed({ time, onStartOver }: { time: number; onStartOver: () => void }) {
  const [isShown, setShown] = useState(true);
  useLater(8_000, () => setShown(false));
  if (!isShown) return null;
  return (
    <div className={cx(PILL, "absolute top-3 left-3 flex items-center gap-2")}>
      Resumed at {formatDuration(time)}
      <button
        type="button"
        className="rounded-8 underline underline-offset-2 focus-visible:outline-on-stage"
        onClick={() => {
          setShown(false);
          onStartOver();
        }}
      >
        Start over
      </button>
    </div>
  );
}

export function Failed({ failure, onRetry }: { failure: Diagnosis; onRetry: () => void }) {
  const { title, help } = failureWords[failure.why];
  const isForNow = failure.said && failure.why !== "gone";
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-4 overflow-y-auto bg-stage p-6 text-center"
    >
      <div className="grid gap-1">
        <p className="font-medium text-16">{isForNow ? "Not available right now" : title}</p>
        <p className="max-w-[48ch] text-balance text-14 opacity-75">{failure.said ?? help}</p>
      </div>
      {failure.why !== "gone" && (
        <Button icon={<RotateCw />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
