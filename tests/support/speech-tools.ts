/** A voice, an encoder and a recogniser: real ones, none of them ours. */
const programs = {
  "espeak-ng": "espeak-ng",
  ffmpeg: "ffmpeg",
  pocketsphinx_continuous: "pocketsphinx",
};
const packages = [...Object.values(programs), "pocketsphinx-en-us"];

const missing = () => Object.keys(programs).filter((name) => !Bun.which(name));

/** Installs what is missing where that is possible; answers what is missing after all. */
export async function fetchSpeechTools(): Promise<string[]> {
  if (missing().length === 0 || process.getuid?.() !== 0 || !Bun.which("apt-get")) return missing();
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, stdout: "ignore", stderr: "ignore" } as const;
  await Bun.spawn(["apt-get", "update", "-qq"], options).exited;
  const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages];
  await Bun.spawn(install, options).exited;
  return missing();
}

export async function run(command: string, ...args: string[]): Promise<string> {
  const { stdout, exited } = Bun.spawn([command, ...args], { stderr: "ignore" });
  const said = await new Response(stdout).text();
  if ((await exited) !== 0) throw new Error(`${command} ended with ${await exited}`);
  return said;
}

export interface HeardWord {
  word: string;
  start: number;
  end: number;
}

/** Signs of a recogniser for silence and noise. */
const isWord = (text: string) => /^[a-z']/.test(text);

/**
 * The words that a real recogniser hears in 16 kHz WAV when it may choose among these sentences: an old and small one,
 * right about words it may choose from, and about their times.
 */
export async function recognise(wav: string, sentences: readonly string[]): Promise<HeardWord[]> {
  const choices = sentences.map((text) => text.toLowerCase().replace(/[^a-z' ]/g, "")).join(" | ");
  const grammar = `${wav}.gram`;
  await Bun.write(grammar, `#JSGF V1.0;\ngrammar said;\npublic <said> = ( ${choices} )+;\n`);
  const lines = await run(
    ...(["pocketsphinx_continuous", "-infile", wav, "-time", "yes"] as const),
    ...["-logfn", "/dev/null", "-jsgf", grammar],
  );
  return lines.split("\n").flatMap((line) => {
    const [, text = "", start, end] = /^(\S+) (\d+\.\d+) (\d+\.\d+) \d/.exec(line) ?? [];
    // A second way of saying a word has a number behind it.
    const word = text.replace(/\(\d+\)$/, "");
    return isWord(word) ? [{ word, start: Number(start), end: Number(end) }] : [];
  });
}

const RATE = 16_000;

/** Samples between -1 and 1 as a file that every program reads. */
export async function writeWav(path: string, samples: Float32Array): Promise<void> {
  const wav = Buffer.alloc(44 + 2 * samples.length);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + 2 * samples.length, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(2 * RATE, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(2 * samples.length, 40);
  for (const [index, sample] of samples.entries())
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + 2 * index);
  await Bun.write(path, wav);
}

export async function readWav(path: string): Promise<Float32Array> {
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer());
  const samples = new Float32Array((bytes.length - 44) / 2);
  for (let index = 0; index < samples.length; index++)
    samples[index] = bytes.readInt16LE(44 + 2 * index) / 32_768;
  return samples;
}
