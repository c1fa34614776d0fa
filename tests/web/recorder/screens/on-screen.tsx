import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { defaultPreferences } from "#contract/account.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { startRecording } from "#web/features/recorder/recorder.ts";
import { RecordPage } from "#web/features/recorder/screens/record-page.tsx";
import type { Result } from "#web/features/recorder/screens/result/finished.tsx";
import type { State } from "#web/features/recorder/steps.ts";
import { emptyView, show, type View } from "#web/features/recorder/view.ts";
import { signIn } from "#web/lib/session.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

// A limit is for what hangs, and a busy machine does not.

export const summary = { id: "take", bytes: 3 * 1024 * 1024, elapsed: 65_000 };
export const recorded = new Blob(["film"], { type: "video/mp4" });

/** Shows a state and its fields as the recorder would: the screens read them from there. */
export const tell = (state: State, fields: Partial<View> = {}) =>
  act(() => show({ ...fields, state }));

export const forgetAll = () => act(() => show(emptyView));

/** Begins a recording, of which the browser has not said yet what it is of. */
export function beginRecording() {
  signIn({ token: "of-ada", user: ada });
  const getDisplayMedia = () => new Promise(() => {});
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: Object.assign(new EventTarget(), { getDisplayMedia, enumerateDevices: async () => [] }),
  });
  startRecording({
    ...{ quality: "low", picture: "screen", surface: "monitor", microphone: "off" },
    ...{ systemAudio: false, camera: null, userId: ada.id, prefix: "talk", mime: "video/webm" },
    ...{ instant: false, captions: null },
  });
}

/** Parts of the page that are set up elsewhere, and reach it as these. */
export type PageProps = Partial<Parameters<typeof RecordPage>[0]>;

export const recordPage = (props: PageProps = {}): ReactNode => (
  <TooltipGroup>
    <RecordPage
      preferences={defaultPreferences}
      onPreferences={() => {}}
      canSave
      roomOnPlan={null}
      player={(result: Result) => <output>{JSON.stringify(result)}</output>}
      {...props}
    />
  </TooltipGroup>
);

export const openRecordPage = (props: PageProps = {}) => renderInApp(recordPage(props));
