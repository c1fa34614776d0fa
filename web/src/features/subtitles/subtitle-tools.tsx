import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Languages, Trash2 } from "lucide-react";
import { useState } from "react";
import type { LanguageCode } from "#contract/languages.ts";
import type { Subtitle } from "#contract/subtitles.ts";
import { configQuery } from "#web/data/config.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import {
  deleteSubtitle,
  downloadSubtitle,
  languageName,
  translateSubtitle,
} from "#web/data/subtitles.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { Menu, MenuItem } from "#web/ui/layers/menu.tsx";
import { LanguagePicker } from "./language-picker.tsx";
import { formats } from "./making-subtitles.tsx";
import { keepLanguage, recentLanguages } from "./recent-languages.ts";
import type { SubtitledVideo } from "./subtitled-video.ts";

export interface SubtitleProps {
  place: SubtitledVideo;
  subtitle: Subtitle;
  isOwner: boolean;
}

export function SubtitleTools({ place, subtitle, isOwner }: SubtitleProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {subtitle.status === "ready" && <DownloadMenu place={place} subtitle={subtitle} />}
      {isOwner && subtitle.status === "ready" && (
        <TranslateButton place={place} subtitle={subtitle} />
      )}
      {isOwner && <DeleteButton place={place} subtitle={subtitle} />}
    </div>
  );
}

function DownloadMenu({ place: { scope, recording }, subtitle }: Omit<SubtitleProps, "isOwner">) {
  const { mutate: download } = useMutation(downloadSubtitle(scope, subtitle, recording.filename));
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" icon={<Download />}>
          Download
        </Button>
      }
    >
      {formats.map(({ value, label }) => (
        <MenuItem key={value} text={label} onClick={() => download(value)} />
      ))}
    </Menu>
  );
}

function TranslateButton({ place: { scope }, subtitle }: Omit<SubtitleProps, "isOwner">) {
  const { data: config } = useQuery(configQuery);
  const [isAsking, setAsking] = useState(false);
  if (!config?.translation) return null;
  return (
    <>
      <Button size="sm" icon={<Languages />} onClick={() => setAsking(true)}>
        Translate
      </Button>
      {isAsking && (
        <TranslateDialog scope={scope} subtitle={subtitle} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function DeleteButton({ place: { scope }, subtitle }: Omit<SubtitleProps, "isOwner">) {
  const question = {
    title: "Are you sure you want to delete this subtitle?",
    description: subtitle.is_edited ? "Your changes to it are lost." : undefined,
    danger: true,
  };
  return (
    <WriteButton
      size="sm"
      tone="danger"
      icon={<Trash2 />}
      write={deleteSubtitle(scope)}
      input={subtitle.id}
      question={question}
    >
      Delete
    </WriteButton>
  );
}

interface TranslateDialogProps {
  scope: Scope;
  subtitle: Subtitle;
  onClose: () => void;
}

export function TranslateDialog({ scope, subtitle, onClose }: TranslateDialogProps) {
  const [language, setLanguage] = useState(() => firstChoice(subtitle.language));
  const done = () => {
    keepLanguage(language);
    onClose();
  };
  const { mutate, isPending } = useMutation(translateSubtitle(scope, done));
  return (
    <Dialog
      onClose={onClose}
      title={`Translate from ${languageName(subtitle.language)}`}
      description="The times stay as they are. It becomes a subtitle of its own, marked as translated."
      width="sm"
      cancels
      footer={
        <Button
          tone="primary"
          busy={isPending}
          disabled={language === subtitle.language}
          onClick={() => mutate({ id: subtitle.id, language })}
        >
          Translate
        </Button>
      }
    >
      <LanguagePicker label="Translate into" value={language} onChange={setLanguage} />
    </Dialog>
  );
}

/** The last chosen language that is another one; else English, or from English the next likeliest. */
const firstChoice = (from: string): LanguageCode =>
  recentLanguages().find((code) => code !== from) ?? (from === "en" ? "es" : "en");
