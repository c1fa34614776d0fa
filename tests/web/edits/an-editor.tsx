import { fireEvent, screen } from "@testing-library/react";
import type { Edit } from "#contract/edits.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { config } from "#tests/web/subscriptions/world.ts";
import { configQuery } from "#web/data/config.ts";
import { EditPage } from "#web/features/edits/edit-page.tsx";
import { createQueryClient } from "#web/lib/query.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

export const recording = recordingWith({ duration: 60 });
export const at = `/recordings/${recording.id}`;
export const whole: Edit = {
  ...{ version: 1, kept: [{ start: 0, end: 60 }], status: "none", progress: null, error: null },
  ...{ original_duration: 60, duration: 60, original_available: true, contact_sheet: null },
  ...{ hides: false, waits_for_owner: false },
};
/** A transcript of cues, whose words of half a second come one each second from the tenth. */
export function transcriptOf(...cues: string[]) {
  let at = 10;
  const cueOf = (text: string) => {
    const words = text.split(" ").map((word) => ({ text: word, start: at, end: at++ + 0.5 }));
    return { start: words[0]?.start ?? 0, end: at, text, words };
  };
  return {
    ...{ subtitle_id: crypto.randomUUID(), language: "en", is_auto_generated: true },
    ...{ is_edited: false, translated_from: null },
    cues: cues.map(cueOf),
  };
}

/** The page of the editor, for its owner, with a film of a minute; says what was asked of the server. */
export async function show(
  edit: Partial<Edit> = {},
  more: Parameters<typeof answers>[0] = {},
  part = {},
  server = config,
  isOwner = true,
  cache = createQueryClient(),
) {
  sessionStorage.clear();
  cache.setQueryData(configQuery.queryKey, server);
  const asked = answers({
    [`GET ${at}/edit`]: { ...whole, ...edit },
    [`POST ${at}/media-token`]: { token: "t", expires_at: "2999-01-01T00:00:00.000Z" },
    [`GET ${at}/transcript`]: transcriptOf("So um hello"),
    [`GET ${at}/silences`]: { silences: [{ start: 20, end: 22 }] },
    [`GET ${at}/waveform`]: refusal(409, "Not yet"),
    ...more,
  });
  await renderInApp(
    <TooltipGroup>
      <EditPage
        isOwner={isOwner}
        scope={{ recordingId: recording.id }}
        recording={{ ...recording, ...part }}
        back={<p>Back</p>}
      />
    </TooltipGroup>,
    { asks: true, cache },
  );
  return asked;
}

export const handle = (name: string) => screen.findByRole("slider", { name });
export const secondsOf = async (name: string) => (await handle(name)).getAttribute("aria-valuenow");
export const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
export const button = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });
export const option = (name: string) => screen.findByRole("option", { name });
export const length = () => screen.getByText("After").nextElementSibling?.textContent;
