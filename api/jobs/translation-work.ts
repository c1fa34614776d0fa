import {
  failTranslation,
  type Translator,
  translateSubtitle,
} from "#api/features/subtitles/translate-subtitle.ts";
import { translation } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";

const NOT_TRANSLATED = "This could not be translated, however often it was tried.";

export const startTranslating = (jobs: Jobs, translator: Translator): void =>
  jobs.work(
    translation,
    ({ subtitle_id }, { signal }) => translateSubtitle(translator, subtitle_id, signal),
    ({ subtitle_id }) => failTranslation(translator.service, subtitle_id, NOT_TRANSLATED),
  );
