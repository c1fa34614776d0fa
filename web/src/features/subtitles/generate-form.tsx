import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { languageOf } from "#contract/languages.ts";
import type { SubtitleFormat } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { generateSubtitle } from "#web/data/subtitles.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { LanguagePicker } from "./language-picker.tsx";
import { keepLanguage, lastLanguage } from "./recent-languages.ts";

export const formats = [
  { value: "srt", label: "SRT" },
  { value: "vtt", label: "VTT" },
  { value: "txt", label: "TXT" },
] as const;

export function GenerateForm({ scope }: { scope: Scope }) {
  const [language, setLanguage] = useState(lastLanguage);
  const [format, setFormat] = useState<SubtitleFormat>("srt");
  const { mutate, isPending } = useMutation(generateSubtitle(scope, () => keepLanguage(language)));
  return (
    <form
      aria-label="Generate subtitles"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ language, format });
      }}
    >
      <LanguagePicker label="Spoken language" value={language} onChange={setLanguage} />
      {!languageOf(language).direct && (
        <p className="text-13 text-ink-2">
          No model is told of this language by name: it is left to detect what it hears.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Format" value={format} choices={formats} onChange={setFormat} />
        <Button type="submit" tone="primary" busy={isPending}>
          Generate
        </Button>
      </div>
    </form>
  );
}
