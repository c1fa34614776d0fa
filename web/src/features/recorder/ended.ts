import { messages } from "./messages.ts";
import { type Event, go, type In, type Step, say, stay } from "./steps.ts";

const idle = { name: "idle" } as const;

/** A recording that has ended, until its owner turns to another one. */
export function whileUnsaved(state: In<"ready"> | In<"failed">, event: Event): Step {
  switch (event.type) {
    case "save":
      return go({ name: "saving", summary: state.summary }, { do: "finish-upload" });
    case "downloaded":
      return go({ ...state, downloaded: true });
    case "reset":
      return state.downloaded
        ? go(idle, { do: "discard-take" })
        : go(state, { do: "ask-to-discard" });
    case "discard":
      return go(idle, { do: "discard-take" });
    default:
      return stay(state);
  }
}

export function whileSaving(state: In<"saving">, event: Event): Step {
  switch (event.type) {
    case "saved":
      return go(
        { name: "saved", summary: state.summary, recordingId: event.recordingId },
        say("success", messages.saved),
      );
    case "save-failed":
      return go(
        { name: "failed", summary: state.summary, reason: event.reason, downloaded: false },
        say("error", event.reason),
      );
    case "reset":
      // The upload goes on by itself; the recorder is free for the next recording.
      return go(idle, { do: "leave-take" });
    default:
      return stay(state);
  }
}

export function whileSaved(state: In<"saved">, event: Event): Step {
  switch (event.type) {
    case "save":
      // The server's copy turned out to differ from this one.
      return go({ name: "saving", summary: state.summary }, { do: "upload-again" });
    case "reset":
      return go(idle, { do: "leave-take" });
    case "start":
      return go(
        { name: "choosing", instant: event.instant },
        { do: "leave-take" },
        { do: "choose-sources" },
      );
    default:
      return stay(state);
  }
}
