import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { LanguageCode } from "#contract/languages.ts";
import type { Subtitle } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { languageName, translateSubtitle } from "#web/data/subtitles.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { LanguagePicker } from "./language-picker.tsx";
import { keepLanguage, recentLanguages } from "./recent-languages.ts";

interface Props {
  scope: Scope;
  subtitle: Subtitle;
  onClose: () => void;
}

/** Asks for the language; the translation is a subtitle of its own. */
export function TranslateDialog({ scope, subtitle, onClose }: Props) {
  const [language, setLanguage] = useState(() => firstChoice(subtitle.language));
  const done = () => {
    keepLanguage(language);
    onClose();
  };
  const { mutate, isPending } = useMutation(translateSubtitle(scope, done));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Translate from ${languageName(subtitle.language)}`}
      description="The times stay as they are. It becomes a subtitle of its own, marked as translated."
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={isPending}
            disabled={language === subtitle.language}
            onClick={() => mutate({ id: subtitle.id, language })}
          >
            Translate
          </Button>
        </>
      }
    >
      <LanguagePicker label="Translate into" value={language} onChange={setLanguage} />
    </Dialog>
  );
}

/** The last chosen language that is another one; else English, or from English the next likeliest. */
const firstChoice = (from: string): LanguageCode =>
  recentLanguages().find((code) => code !== from) ?? (from === "en" ? "es" : "en");
