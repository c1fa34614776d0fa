import { writeFileSync } from "node:fs";

/** The smallest shape that is still one of Whisper's. */
const WIDTH = 64;
const HEADS = 1;
const LAYERS = 1;
const MELS = 80;
const WORDS = 51_865;
const HEARD = 1500;
const SAID = 64;

const F32 = 0;
const F16 = 1;

/**
 * A file as Whisper's are, with random numbers: an engine loads it, computes what it says, and what it says is
 * nonsense. Where it lies below `path`.
 */
export function writeSpeechModel(path: string): void {
  const chunks: Uint8Array[] = [];
  const integers = (...values: number[]) => chunks.push(bytesOf(Int32Array.from(values)));
  integers(0x67676d6c, WORDS, HEARD, WIDTH, HEADS, LAYERS, SAID, WIDTH, HEADS, LAYERS, MELS, F16);
  integers(MELS, 201);
  chunks.push(bytesOf(pitches()));
  integers(50_257);
  for (let id = 0; id < 50_257; id++) {
    const word = Buffer.from(id < 256 ? String.fromCharCode(32 + (id % 94)) : ` w${id}`);
    integers(word.length);
    chunks.push(word);
  }
  for (const { name, shape, type, fill } of tensors()) {
    const title = Buffer.from(name);
    const count = shape.reduce((product, size) => product * size, 1);
    integers(shape.length, title.length, type, ...shape);
    chunks.push(title, numbers(count, type, fill));
  }
  writeFileSync(path, Buffer.concat(chunks));
}

const bytesOf = (array: Int32Array | Float32Array | Uint16Array) =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The frequencies that make up a pitch: four neighbours each. */
function pitches(): Float32Array {
  const filters = new Float32Array(MELS * 201);
  for (let mel = 0; mel < MELS; mel++)
    for (let near = 0; near < 4; near++)
      filters[mel * 201 + Math.min(200, Math.floor((mel * 200) / MELS) + near)] = 0.01;
  return filters;
}

interface Tensor {
  name: string;
  shape: number[];
  type: typeof F32 | typeof F16;
  /** Random where nothing is said. */
  fill?: number;
}

function* tensors(): Generator<Tensor> {
  yield { name: "encoder.positional_embedding", shape: [WIDTH, HEARD], type: F32 };
  yield* convolution("encoder.conv1", MELS);
  yield* convolution("encoder.conv2", WIDTH);
  yield* norm("encoder.ln_post");
  for (let layer = 0; layer < LAYERS; layer++) yield* block(`encoder.blocks.${layer}.`);
  yield { name: "decoder.positional_embedding", shape: [WIDTH, SAID], type: F32 };
  yield { name: "decoder.token_embedding.weight", shape: [WIDTH, WORDS], type: F16 };
  yield* norm("decoder.ln");
  for (let layer = 0; layer < LAYERS; layer++) {
    yield* block(`decoder.blocks.${layer}.`);
    yield* norm(`decoder.blocks.${layer}.cross_attn_ln`);
    yield* attention(`decoder.blocks.${layer}.cross_attn`);
  }
}

function* convolution(name: string, inputs: number): Generator<Tensor> {
  yield { name: `${name}.weight`, shape: [3, inputs, WIDTH], type: F16 };
  yield { name: `${name}.bias`, shape: [1, WIDTH], type: F32, fill: 0 };
}

function* block(prefix: string): Generator<Tensor> {
  yield* norm(`${prefix}mlp_ln`);
  yield* linear(`${prefix}mlp.0`, WIDTH, 4 * WIDTH);
  yield* linear(`${prefix}mlp.2`, 4 * WIDTH, WIDTH);
  yield* norm(`${prefix}attn_ln`);
  yield* attention(`${prefix}attn`);
}

function* attention(name: string): Generator<Tensor> {
  yield* linear(`${name}.query`, WIDTH, WIDTH);
  yield { name: `${name}.key.weight`, shape: [WIDTH, WIDTH], type: F16 };
  yield* linear(`${name}.value`, WIDTH, WIDTH);
  yield* linear(`${name}.out`, WIDTH, WIDTH);
}

function* linear(name: string, inputs: number, outputs: number): Generator<Tensor> {
  yield { name: `${name}.weight`, shape: [inputs, outputs], type: F16 };
  yield { name: `${name}.bias`, shape: [outputs], type: F32, fill: 0 };
}

function* norm(name: string): Generator<Tensor> {
  yield { name: `${name}.weight`, shape: [WIDTH], type: F32, fill: 1 };
  yield { name: `${name}.bias`, shape: [WIDTH], type: F32, fill: 0 };
}

let seed = 12_345;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

function numbers(count: number, type: Tensor["type"], fill?: number): Uint8Array {
  const values = Array.from({ length: count }, () => fill ?? (random() - 0.5) * 0.1);
  return type === F32
    ? bytesOf(Float32Array.from(values))
    : bytesOf(new Uint16Array(new Float16Array(values).buffer));
}
