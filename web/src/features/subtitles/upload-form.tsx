import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { SUBTITLE_LIMIT_BYTES } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { uploadSubtitle } from "#web/data/subtitles.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { LanguagePicker } from "./language-picker.tsx";
import { keepLanguage, lastLanguage } from "./recent-languages.ts";

interface Props {
  scope: Scope;
  /** Primary where there is no other way to subtitles. */
  tone?: "primary";
}

/** The form for subtitles that were made elsewhere. */
export function UploadForm({ scope, tone }: Props) {
  const [language, setLanguage] = useState(lastLanguage);
  const [fileName, setFileName] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation(
    uploadSubtitle(scope, () => keepLanguage(language)),
  );
  const send = async (file: File) => {
    setFileName(file.name);
    if (file.size > SUBTITLE_LIMIT_BYTES) toast.error("This file is too large for subtitles");
    else mutate({ language, content: await readTextFile(file) });
  };
  return (
    <div className="grid gap-3">
      <LanguagePicker label="Language of the file" value={language} onChange={setLanguage} />
      <Button tone={tone} icon={<FileUp />} busy={isPending} onClick={() => input.current?.click()}>
        Choose an .srt or .vtt file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".srt,.vtt,text/vtt,application/x-subrip"
        aria-label="Subtitle file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
          // Choosing the same file again must be a change too.
          currentTarget.value = "";
        }}
      />
      {error instanceof ApiError && <WrongLines fileName={fileName} fields={error.fields} />}
    </div>
  );
}

const MOST_SHOWN = 8;

/** The lines of the file that cannot be read, with the reasons. */
function WrongLines({
  fileName,
  fields,
}: Pick<ApiError, "fields"> & { fileName?: string | undefined }) {
  const wrong = Object.entries(fields);
  if (wrong.length === 0) return null;
  return (
    <div role="alert" className="grid gap-1 rounded-8 bg-red-tint p-3 text-13 text-red-ink">
      <p className="font-medium [overflow-wrap:anywhere]">{fileName} cannot be read</p>
      <ul className="grid gap-0.5">
        {wrong.slice(0, MOST_SHOWN).map(([line, says]) => (
          <li key={line}>
            {/^line \d/.test(line) && <span className="font-medium capitalize">{line}: </span>}
            {says}
          </li>
        ))}
      </ul>
      {wrong.length > MOST_SHOWN && <p>and {wrong.length - MOST_SHOWN} more</p>}
    </div>
  );
}

/** The text of a file, in whichever of the usual encodings it was written. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A file that is no UTF-8 was written by an older program, most likely in the West.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
