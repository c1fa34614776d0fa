import { useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { PictureToCome } from "#web/ui/page/picture-to-come.tsx";
import { ControlBar } from "./bar/control-bar.tsx";
import { Frame } from "./frame.ts";
import { BigPlay, Buffering, Failed, KeyHelp, Resumed, Said } from "./player-notices.tsx";
import type { PlayerProps } from "./player-props.ts";
import { usePlayer } from "./use-player.ts";

export function Player(props: PlayerProps) {
  const { title, marks = [], theatre, className } = props;
  const player = usePlayer(props);
  const { frame, playback, captions, screen, shown, start, run } = player;
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
        onPointerLeave={shown.hide}
      >
        <Picture player={player} {...props} />
        <CaptionLines lines={captions.lines} isRaised={isShown} />
        <Said said={player.said} />
        <Buffering playback={playback} />
        <ControlBar
          video={player.video}
          playback={playback}
          marks={marks}
          sheet={props.sheet}
          seen={props.seen}
          isShown={isShown}
          tracks={props.tracks ?? []}
          captions={captions.showing}
          onCaptions={captions.choose}
          isTheatre={theatre?.isOn}
          isFull={screen.isFull}
          canPicture={screen.canPicture}
          onCopyMoment={player.onCopyMoment}
          onMenu={setMenuOpen}
          run={run}
        />
        <BigPlay playback={playback} />
        {start?.isResumed && <Resumed time={start.time} onStartOver={() => player.seek(0)} />}
        {playback.failure && (
          <Failed failure={playback.failure} onRetry={() => player.dispatch({ type: "retry" })} />
        )}
        <KeyHelp
          open={player.isHelping}
          onClose={() => player.setHelping(false)}
          container={screen.isFull ? (frame.current ?? undefined) : undefined}
        />
      </section>
    </Frame>
  );
}

interface PictureProps extends PlayerProps {
  player: ReturnType<typeof usePlayer>;
}

function Picture(props: PictureProps) {
  const { player, title, duration, tracks = [], picture, noDownload } = props;
  const { shown, run, playback } = player;
  const [isDrawn, setDrawn] = useState(false);
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
        controlsList={noDownload ? "nodownload" : undefined}
        onContextMenu={(event) => noDownload && event.preventDefault()}
        onPointerUp={({ pointerType, button }) => {
          if (button !== 0) return;
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
            key={src}
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

function CaptionLines({ lines, isRaised }: { lines: readonly string[]; isRaised: boolean }) {
  if (lines.length === 0) return null;
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-x-4 grid justify-items-center gap-1 text-center transition-[bottom] duration-(--calm)",
        isRaised ? "bottom-20" : "bottom-4",
      )}
    >
      {lines.map((line) => (
        <span
          key={line}
          dir="auto"
          className="max-w-[60ch] whitespace-pre-line rounded-8 bg-stage/80 px-2.5 py-1 text-14 sm:text-16"
        >
          {line}
        </span>
      ))}
    </div>
  );
}
