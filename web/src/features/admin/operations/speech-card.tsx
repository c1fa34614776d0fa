import { useMutation } from "@tanstack/react-query";
import type { SpeechModel } from "#contract/server.ts";
import { downloadSpeechModel } from "#web/data/server.ts";
import { formatSize } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Progress } from "#web/ui/progress.tsx";

export const isBroken = ({ state, error }: SpeechModel) => state === "broken" || error !== null;

export function SpeechCard({ models }: { models: readonly SpeechModel[] }) {
  return (
    <Card>
      <CardHead
        title="Speech models"
        help="A model that is not here is downloaded when its language is first asked for."
      />
      <CardBody>
        <ul className="grid gap-5">
          {models.map((model) => (
            <li key={model.name}>
              <Model model={model} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

const states = {
  absent: { tone: "plain", words: "Not here" },
  downloading: { tone: "info", words: "Downloading" },
  ready: { tone: "ok", words: "Ready" },
  broken: { tone: "warn", words: "Another file" },
} as const;

function Model({ model }: { model: SpeechModel }) {
  const { name, bytes, state, bytes_here, error } = model;
  const { mutate, isPending } = useMutation(downloadSpeechModel);
  const { tone, words } = states[state];
  const percent = bytes ? Math.floor((bytes_here / bytes) * 100) : 0;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 break-words font-medium text-14">{name}</span>
        <Badge tone={tone}>{state === "downloading" ? `${words} ${percent}%` : words}</Badge>
        {state === "absent" && bytes !== null && (
          <Button
            size="sm"
            className="ml-auto"
            aria-label={`Download ${name}`}
            busy={isPending}
            onClick={() => mutate(name)}
          >
            Download
          </Button>
        )}
      </div>
      <p className="text-13 text-ink-2">{factsOf(model)}</p>
      {state === "downloading" && <Progress label={`Downloading ${name}`} value={percent} />}
      {state === "broken" && (
        <p className="text-13 text-warn">
          The file in its place is not the one that it should be. Remove it, and download it again.
        </p>
      )}
      {error && <p className="text-13 text-warn">{error}</p>}
    </div>
  );
}

function factsOf({ bytes, licence, credit, languages }: SpeechModel): string {
  if (bytes === null) return "A file of your own";
  const known = languages === null ? "about 100 languages" : languages.join(", ");
  return `${formatSize(bytes)} · ${licence}, by ${credit} · ${known}`;
}
