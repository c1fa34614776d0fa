import { totalmem } from "node:os";

export interface SpeechModel {
  name: string;
  /** The path below the address that models are downloaded from. */
  path: string;
  bytes: number;
  sha256: string;
  licence: string;
  /** The author whom the licence wants to be named. */
  credit: string;
  /** The languages that the model knows; null: the hundred of Whisper, which it tells apart by itself. */
  languages: readonly string[] | null;
  /** The memory that the model needs at work, above its own size. */
  extraBytes: number;
}

export const MODELS_URL = "https://huggingface.co";

const MB = 1_000_000;
const at = (name: string, revision: string) =>
  `handy-computer/${name}-gguf/resolve/${revision}/${name}-Q8_0.gguf`;

const EUROPEAN = [
  ...["bg", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "de", "el", "hu", "it"],
  ...["lv", "lt", "mt", "pl", "pt", "ro", "sk", "sl", "es", "sv", "ru", "uk"],
];

const parakeet = { licence: "CC-BY-4.0", credit: "NVIDIA" };
const whisper = { licence: "MIT", credit: "OpenAI", languages: null };

export const englishModel: SpeechModel = {
  ...{ ...parakeet, name: "parakeet-tdt_ctc-110m", languages: ["en"], bytes: 135_373_280 },
  path: at("parakeet-tdt_ctc-110m", "9d66d34f9e1594075c5dd72c90c0f4c321b29f21"),
  sha256: "7dd44c74a331d788a4e5f8b16913b3feb29ced22cf5613aad0e0f6cd30516296",
  extraBytes: 500 * MB,
};

const europeanModel: SpeechModel = {
  ...{ ...parakeet, name: "parakeet-tdt-0.6b-v3", languages: EUROPEAN, bytes: 739_508_576 },
  path: at("parakeet-tdt-0.6b-v3", "85ac09ea12fc4b1112fa76810059364bc6adc9de"),
  sha256: "5859f77944efcd8eafa23a6350731960b2b55b2203df51f319665c807d802cc7",
  extraBytes: 1000 * MB,
};

const smallModel: SpeechModel = {
  ...{ ...whisper, name: "whisper-small", bytes: 269_751_136 },
  path: at("whisper-small", "main"),
  sha256: "9b9c8811bbcc82a7766f0fb0925614bdacb0923b2cc630daeac17108b655b860",
  extraBytes: 600 * MB,
};

const baseModel: SpeechModel = {
  ...{ ...whisper, name: "whisper-base", bytes: 84_962_880 },
  path: at("whisper-base", "main"),
  sha256: "81c069428bc8a24551a8169cf31cf09bcfd9d4cf50389ae281323c9aa9648c81",
  extraBytes: 500 * MB,
};

const largeModel: SpeechModel = {
  ...{ ...whisper, name: "whisper-large-v3-turbo", bytes: 886_381_760 },
  path: at("whisper-large-v3-turbo", "main"),
  sha256: "b2e30cc286bc9f3aba4db9099fc7403543497c05ce7100d0d83091ddfd25a183",
  extraBytes: 1500 * MB,
};

export const speechModels = [englishModel, europeanModel, smallModel, baseModel, largeModel];

/** Memory enough for the larger models beside a database and requests. */
const ROOMY = 3_500 * MB;

/** The best model that the machine has room for; without a graphics card, Whisper's large one is slower than speech. */
export function defaultModel(language: string | null, memory = totalmem()): SpeechModel {
  if (language === "en") return englishModel;
  // In German this model writes ss for ß.
  if (language && language !== "de" && memory >= ROOMY && EUROPEAN.includes(language))
    return europeanModel;
  return memory >= ROOMY ? smallModel : baseModel;
}
