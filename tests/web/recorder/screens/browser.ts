import { vi } from "vitest";

interface Lent {
  /** Stopped when it is given back. */
  name: string;
  isOpen: boolean;
}

type Device = [kind: string, deviceId: string, label: string];

/** The devices of a browser, what was asked of them, and what of that is still open. */
export function lendDevices(plugged: Device[] = [], granted: string[] = []) {
  const lent: Lent[] = [];
  const asked: MediaStreamConstraints[] = [];
  const refuse: string[] = [];
  const state = { plugged, refuse, settings: {}, shares: 0 };
  const stream = (...names: string[]) => {
    const tracks = names.map((name) => {
      const track = { name, isOpen: true };
      lent.push(track);
      return Object.assign(new EventTarget(), {
        getSettings: () => state.settings,
        stop: () => {
          track.isOpen = false;
        },
      });
    });
    const of = (kind: string) => tracks.filter((_, at) => names[at]?.startsWith(kind));
    return Object.assign(new MediaStream(), {
      getTracks: () => tracks,
      getVideoTracks: () => of("camera"),
      getAudioTracks: () => of("microphone"),
    });
  };
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () =>
      state.plugged.map(([kind, deviceId, label]) => ({ kind, deviceId, label })),
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      asked.push(constraints);
      const name = constraints.video ? "camera" : "microphone";
      if (state.refuse.includes(name)) throw new DOMException("no", "NotFoundError");
      return stream(name);
    },
    getDisplayMedia: () => {
      state.shares++;
      return new Promise(() => {});
    },
  });
  const query = async ({ name }: { name: string }) => ({
    state: granted.includes(name) ? "granted" : "prompt",
  });
  for (const [name, value] of Object.entries({ mediaDevices, permissions: { query } }))
    Object.defineProperty(navigator, name, { configurable: true, value });
  vi.stubGlobal("AudioContext", Sound);
  vi.stubGlobal(
    "MediaRecorder",
    Object.assign(class {}, { isTypeSupported: (mime: string) => mime === "video/webm" }),
  );
  Object.defineProperty(window, "isSecureContext", { configurable: true, value: true });
  const open = () => lent.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  return { state, asked, open, mediaDevices };
}

class Sound {
  state = "running";
  createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [] } });
  createAnalyser = () => ({ getFloatTimeDomainData() {} });
  createMediaStreamSource = () => ({ connect() {} });
  resume = async () => {};
  close = () => {};
}
