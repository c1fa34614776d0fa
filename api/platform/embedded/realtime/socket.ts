import { leave } from "./channel.ts";
import { onPresence, onToken } from "./events.ts";
import { PREFIX, readFrame } from "./frames.ts";
import { closeUnlessJoined, POLICY_VIOLATION, reply, type Socket } from "./hub.ts";
import { join } from "./join.ts";
import { LIMITS } from "./limits.ts";

const CANNOT_GO_ON = 1011;

export function onOpen(socket: Socket): void {
  const { hub, from } = socket.data;
  hub.sockets.add(socket);
  hub.origins.come(from);
  closeUnlessJoined(socket);
}

export function onMessage(socket: Socket, raw: string | Uint8Array) {
  const { data } = socket;
  if (!data.admit()) return socket.close(POLICY_VIOLATION, "Too many messages per second");
  if (data.waiting + raw.length > LIMITS.waitingBytes)
    return socket.close(POLICY_VIOLATION, "Too much at once");
  data.waiting += raw.length;
  data.work = data.work
    .then(() => handle(socket, raw))
    .finally(() => {
      data.waiting -= raw.length;
    })
    .catch((error: unknown) => {
      data.hub.report("realtime: a message could not be handled", error);
      socket.close(CANNOT_GO_ON);
    });
}

export function onClose(socket: Socket): void {
  const { hub, from, channels } = socket.data;
  hub.sockets.delete(socket);
  hub.origins.go(from);
  for (const channel of [...channels.values()]) leave(channel);
  socket.data.stopClock?.();
}

async function handle(socket: Socket, raw: string | Uint8Array): Promise<void> {
  // Bytes are a broadcast. No policy lets a client send one, so it is dropped without a word, as hosted does.
  if (typeof raw !== "string") return;
  const frame = readFrame(raw);
  if (!frame) return socket.close(POLICY_VIOLATION, "Not a frame of Realtime 2.0.0");
  const { topic, event } = frame;
  const channel = socket.data.channels.get(topic);
  if (topic === "phoenix" && event === "heartbeat") return reply(socket, frame, "ok");
  if (event === "phx_join" && topic.startsWith(PREFIX)) return await join(socket, frame);
  if (!channel) return reply(socket, frame, "error", { reason: "unmatched topic" });
  if (event === "phx_leave") {
    leave(channel);
    return reply(socket, frame, "ok");
  }
  if (event === "access_token") return await onToken(channel, frame);
  if (event === "presence") await onPresence(channel, frame);
}
