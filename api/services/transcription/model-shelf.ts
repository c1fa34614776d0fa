import { basename, isAbsolute, join } from "node:path";
import type { SpeechModel as ShelvedModel } from "#contract/server.ts";
import { bytesAt, fetchModel, isRight, type ModelFile, partOf } from "./fetch-model.ts";
import { defaultModel, MODELS_URL, type SpeechModel, speechModels } from "./models.ts";
import type { ModelShelf } from "./transcription.ts";

export interface ShelfSettings {
  directory: string;
  /** Another address to download from, instead of the usual one. */
  modelsUrl?: string | undefined;
  /** The name of one of our models, or a file of the operator's own; without it, one that fits language and machine. */
  model?: string | undefined;
  models?: readonly SpeechModel[];
  pauses?: readonly number[];
}

export const fileOf = (
  { directory, modelsUrl = MODELS_URL }: Pick<ShelfSettings, "directory" | "modelsUrl">,
  { path, bytes, sha256 }: SpeechModel,
): ModelFile => ({
  ...{ url: `${modelsUrl}/${path}`, bytes, sha256 },
  path: join(directory, basename(path)),
});

export const ownPath = (directory: string, model: string) =>
  isAbsolute(model) ? model : join(directory, model);

/** The models that a language may need on this machine. */
const inUse = () => [
  ...new Set(["en", "fr", "de", null].map((language) => defaultModel(language))),
];

export function modelShelf(settings: ShelfSettings): ModelShelf {
  const { directory, model, models = speechModels, pauses } = settings;
  const known = model ? models.filter(({ name }) => name === model) : inUse();
  const failures = new Map<string, string>();
  const working = new Set<string>();
  const describe = async (one: SpeechModel): Promise<ShelvedModel> => {
    const { name, bytes, licence, credit, languages } = one;
    const file = fileOf(settings, one);
    const right = await isRight(file);
    const state = right ?? (working.has(name) ? "downloading" : "absent");
    return {
      ...{ name, bytes, licence, credit, languages, state },
      bytes_here: bytesAt(right === undefined ? partOf(file.path) : file.path),
      error: failures.get(name) ?? null,
    };
  };
  return {
    list: async () =>
      model && known.length === 0 ? [ownFile(model, directory)] : Promise.all(known.map(describe)),
    download(name) {
      const wanted = known.find((one) => one.name === name);
      if (!wanted) return false;
      if (working.has(name)) return true;
      working.add(name);
      failures.delete(name);
      fetchModel(fileOf(settings, wanted), pauses ? { pauses } : {})
        .catch((error: Error) => failures.set(name, error.message))
        .finally(() => working.delete(name));
      return true;
    },
  };
}

function ownFile(model: string, directory: string): ShelvedModel {
  const here = bytesAt(ownPath(directory, model));
  return {
    ...{ name: model, bytes: null, licence: null, credit: null, languages: null, error: null },
    ...{ state: here > 0 ? "ready" : "absent", bytes_here: here },
  };
}
