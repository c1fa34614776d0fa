import { vi } from "vitest";
import type { Config } from "#contract/config.ts";
import { answeringServer } from "./answering-server.ts";

interface State {
  /** The paths that were asked for, in order. */
  asked: string[];
  /** The topics that were joined, in order. */
  joined: string[];
  /** The other messages of pages on a topic, in order: who they are, or with which token they hear. */
  told: [topic: string, event: string, payload: unknown][];
  /** The body that the server answers at a path. */
  answers: Record<string, unknown>;
  /** The status, where it is another than 200. */
  statuses: Record<string, number>;
  isAway: boolean;
}

type Phoenix = [joinRef: string, ref: string, topic: string, event: string, payload: unknown];

/**
 * A server with realtime on which everybody may join everything, and the page's own origin until it is stopped.
 * The websockets are made here: happy-dom's own reach no server.
 */
export async function realtimeServer() {
  const server = await answeringServer();
  const state: State = {
    asked: [],
    joined: [],
    told: [],
    answers: {},
    statuses: {},
    isAway: false,
  };
  server.state.answer = ({ url = "" }) => {
    const [path = ""] = url.split("?");
    state.asked.push(path);
    if (state.isAway) return { status: 503, body: {} };
    return {
      status: state.statuses[path] ?? 200,
      body: { ...fixed, ...state.answers }[path] ?? {},
    };
  };
  const { Socket, send } = socketsOf(state);
  vi.stubGlobal("WebSocket", Socket);
  return {
    state,
    /** Announces an event to all pages that hear the topic. */
    announce: (topic: string, event: string) =>
      send(topic, "broadcast", { type: "broadcast", event, payload: {} }),
    /** Fails the topic for all pages that hear it; they join it again. */
    breakOff: (topic: string) => send(topic, "phx_error", {}),
    /** Closes the topic for all pages that hear it; supabase-js does not join it again by itself. */
    closeOff: (topic: string) => send(topic, "phx_close", {}),
    /** Tells the presence of each page there. */
    showPresent: (topic: string, ...pages: object[]) =>
      send(
        topic,
        "presence_state",
        Object.fromEntries(
          pages.map((page, n) => [`${n}`, { metas: [{ phx_ref: `${n}`, ...page }] }]),
        ),
      ),
    stop() {
      vi.unstubAllGlobals();
      server.stop();
    },
  };
}

/** Sockets on which everything is granted, and a function that sends something to all of them. */
function socketsOf(state: State) {
  const sockets = new Set<Socket>();
  class Socket {
    readyState = 0;
    binaryType = "arraybuffer";
    onopen = () => {};
    onclose = () => {};
    onerror = () => {};
    onmessage = (_event: { data: string }) => {};
    constructor() {
      sockets.add(this);
      setTimeout(() => {
        this.readyState = 1;
        this.onopen();
      });
    }
    send(text: string) {
      const [joinRef, ref, topic, event, said]: Phoenix = JSON.parse(text);
      const payload = { status: "ok", response: { postgres_changes: [] } };
      const name = topic.replace(/^realtime:/, "");
      if (event === "phx_join") state.joined.push(name);
      else if (event === "presence" || event === "access_token")
        state.told.push([name, event, said]);
      const data = JSON.stringify([joinRef, ref, topic, "phx_reply", payload]);
      setTimeout(() => this.onmessage({ data }));
    }
    close() {
      sockets.delete(this);
      this.readyState = 3;
      this.onclose();
    }
  }
  const send = (topic: string, event: string, payload: object) => {
    const data = JSON.stringify([null, null, `realtime:${topic}`, event, payload]);
    for (const socket of sockets) socket.onmessage({ data });
  };
  return { Socket, send };
}

const config: Config = {
  realtime_url: "",
  realtime_key: "key",
  google_client_id: null,
  payments: false,
  drive: false,
  transcription: "off",
  translation: false,
  mail: false,
  cloud_storage: "local",
  cloud_name: "This server",
  exact_cuts: true,
};

const fixed: Record<string, unknown> = {
  "/api/config": config,
  "/api/realtime/token": { token: "t", expires_at: "2999-01-01T00:00:00.000Z" },
};
