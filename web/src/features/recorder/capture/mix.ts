import { AUDIO_SAMPLE_RATE } from "./presets.ts";

export type Mix = ReturnType<typeof mixAudio>;

/** Several sources of sound as one track, at the sample rate of the specification. */
export function mixAudio(streams: MediaStream[]) {
  const context = openContext();
  const output = context.createMediaStreamDestination();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  for (const stream of streams) {
    const source = context.createMediaStreamSource(stream);
    source.connect(output);
    source.connect(analyser);
  }
  // Browsers suspend a context that was made without a click or has no device to play to.
  const awake = context.resume().then(() => true);
  const samples = new Float32Array(analyser.fftSize);
  return {
    track: output.stream.getAudioTracks()[0] ?? null,
    /** How loud the sound is now, from 0 to 1 on a scale that follows the ear. */
    level() {
      analyser.getFloatTimeDomainData(samples);
      return loudness(samples);
    },
    /** While the mix sleeps, its track is silent and its level 0, however loud the sources are. */
    isAwake: () => context.state === "running",
    /** Wakes the mix; says whether it is awake now or a moment later. */
    wake: () => Promise.race([awake, tooLate()]),
    close: () => void context.close(),
  };
}

const WAKES_WITHIN_MS = 1_000;

const tooLate = () =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), WAKES_WITHIN_MS));

/** Firefox mixes only at the rate of its microphone, and throws at any other. */
function openContext(): AudioContext {
  try {
    return new AudioContext({ sampleRate: AUDIO_SAMPLE_RATE });
  } catch {
    return new AudioContext();
  }
}

const QUIETEST_DECIBEL = -60;

export function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  if (power === 0) return 0;
  const decibel = 10 * Math.log10(power);
  return Math.min(1, Math.max(0, 1 - decibel / QUIETEST_DECIBEL));
}
