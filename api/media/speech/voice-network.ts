import { readFileSync } from "node:fs";

/**
 * Silero VAD, version 6, its branch for 8 kHz: whether somebody speaks. Written out, because it is small: a
 * spectrum, four convolutions and one cell that remembers. `silero-v6-8khz.f32` has its numbers (NOTICE.md).
 */

export const VOICE_RATE = 8000;
/** Samples that one answer is about: 32 ms. */
export const FRAME = 256;

/** Samples on either side that a frame is looked at with. */
const CONTEXT = 32;
const WINDOW = 128;
const WINDOWS = 4;
const BINS = WINDOW / 2 + 1;
const MEMORY = 128;

type Convolution = (typeof layers)[number] & { weights: Float32Array; biases: Float32Array };

export class VoiceNetwork {
  readonly #heard = new Float32Array(CONTEXT + FRAME + CONTEXT);
  readonly #hidden = new Float32Array(MEMORY);
  readonly #cell = new Float32Array(MEMORY);
  readonly #gates = new Float32Array(4 * MEMORY);

  /** From 0 to 1: how likely it is that somebody speaks in the frame, after all that came before it. */
  hear(frame: Float32Array): number {
    this.#take(frame);
    let features = spectrum(this.#heard);
    let width = WINDOWS;
    for (const layer of weights().convolutions) {
      features = convolve(features, width, layer);
      width = Math.ceil(width / layer.stride);
    }
    return this.#remember(features);
  }

  reset(): void {
    for (const state of [this.#heard, this.#hidden, this.#cell]) state.fill(0);
  }

  /** The end of what came before, the frame, and its own end backwards. */
  #take(frame: Float32Array): void {
    const heard = this.#heard;
    const end = CONTEXT + FRAME;
    heard.copyWithin(0, FRAME, end);
    heard.set(frame, CONTEXT);
    for (let i = 0; i < CONTEXT; i++) heard[end + i] = at(heard, end - 2 - i);
  }

  /** One step of an LSTM, and what it says. */
  #remember(input: Float32Array): number {
    const { fromInput, fromHidden, inputBias, hiddenBias, saying, sayingBias } = weights();
    const [gates, hidden, cell] = [this.#gates, this.#hidden, this.#cell];
    for (let row = 0; row < 4 * MEMORY; row++) {
      let sum = at(inputBias, row) + at(hiddenBias, row);
      const begin = row * MEMORY;
      for (let i = 0; i < MEMORY; i++)
        sum += at(fromInput, begin + i) * at(input, i) + at(fromHidden, begin + i) * at(hidden, i);
      gates[row] = sum;
    }
    let said = at(sayingBias, 0);
    for (let i = 0; i < MEMORY; i++) {
      const [entry, keep] = [sigmoid(at(gates, i)), sigmoid(at(gates, MEMORY + i))];
      const [candidate, exit] = [at(gates, 2 * MEMORY + i), sigmoid(at(gates, 3 * MEMORY + i))];
      cell[i] = keep * at(cell, i) + entry * Math.tanh(candidate);
      hidden[i] = exit * Math.tanh(at(cell, i));
      said += at(saying, i) * Math.max(0, at(hidden, i));
    }
    return sigmoid(said);
  }
}

/** Every index here is inside by construction; asking each time would cost more than the arithmetic. */
const at = (numbers: Float32Array, index: number) => numbers[index] as number; // always inside

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** How loud each pitch is in each of four overlapping windows: [pitch][window]. */
function spectrum(samples: Float32Array): Float32Array {
  const { basis } = weights();
  const loudness = new Float32Array(BINS * WINDOWS);
  for (let window = 0; window < WINDOWS; window++) {
    const begin = (window * WINDOW) / 2;
    for (let bin = 0; bin < BINS; bin++) {
      const [cosine, sine] = [bin * WINDOW, (bin + BINS) * WINDOW];
      let [real, imaginary] = [0, 0];
      for (let i = 0; i < WINDOW; i++) {
        const sample = at(samples, begin + i);
        real += at(basis, cosine + i) * sample;
        imaginary += at(basis, sine + i) * sample;
      }
      loudness[bin * WINDOWS + window] = Math.sqrt(real * real + imaginary * imaginary);
    }
  }
  return loudness;
}

/** Three neighbours each, nothing beyond the edges, and nothing below zero comes out. */
function convolve(input: Float32Array, width: number, layer: Convolution): Float32Array {
  const { inputs, outputs, stride, weights, biases } = layer;
  const places = Math.ceil(width / stride);
  const output = new Float32Array(outputs * places);
  for (let channel = 0; channel < outputs; channel++) {
    for (let place = 0; place < places; place++) {
      const centre = place * stride;
      const first = centre === 0 ? 1 : 0;
      const last = centre + 1 >= width ? 1 : 2;
      let sum = at(biases, channel);
      for (let from = 0; from < inputs; from++) {
        const kernel = (channel * inputs + from) * 3;
        for (let tap = first; tap <= last; tap++)
          sum += at(weights, kernel + tap) * at(input, from * width + centre + tap - 1);
      }
      output[channel * places + place] = Math.max(0, sum);
    }
  }
  return output;
}

const layers = [
  { inputs: BINS, outputs: 128, stride: 1 },
  { inputs: 128, outputs: 64, stride: 2 },
  { inputs: 64, outputs: 64, stride: 2 },
  { inputs: 64, outputs: MEMORY, stride: 1 },
] as const;

let loaded: ReturnType<typeof readWeights> | undefined;
function weights() {
  loaded ??= readWeights();
  return loaded;
}

/** All numbers lie one behind the other, in this order. */
function readWeights() {
  const bytes = readFileSync(`${import.meta.dirname}/silero-v6-8khz.f32`);
  const numbers = new Float32Array(new Uint8Array(bytes).buffer);
  let place = 0;
  const next = (count: number) => {
    place += count;
    return numbers.subarray(place - count, place);
  };
  const read = {
    basis: next(2 * BINS * WINDOW),
    convolutions: layers.map((layer): Convolution => {
      const weights = next(layer.outputs * layer.inputs * 3);
      return { ...layer, weights, biases: next(layer.outputs) };
    }),
    fromInput: next(4 * MEMORY * MEMORY),
    fromHidden: next(4 * MEMORY * MEMORY),
    inputBias: next(4 * MEMORY),
    hiddenBias: next(4 * MEMORY),
    saying: next(MEMORY),
    sayingBias: next(1),
  };
  if (place !== numbers.length) throw new Error("silero-v6-8khz.f32 is not whole");
  return read;
}
