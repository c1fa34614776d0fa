import { createServer, type Socket } from "node:net";

interface ReceivedLetter {
  to: string;
  /** The letter as it was sent: headers, an empty line, the text. */
  source: string;
}

export interface SmtpStandIn {
  url: string;
  letters: ReceivedLetter[];
  /** Answers the next letter with this instead of taking it. */
  refuseNext(answer: string): void;
  stop(): Promise<void>;
}

/** A mail server that takes every letter and delivers none. */
export async function startSmtp(): Promise<SmtpStandIn> {
  const letters: ReceivedLetter[] = [];
  let refusal: string | undefined;
  const server = createServer((socket) => {
    converse(socket, (letter) => {
      const answer = refusal ?? "250 2.0.0 Taken";
      if (refusal === undefined) letters.push(letter);
      refusal = undefined;
      return answer;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    refuseNext: (answer) => {
      refusal = answer;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function converse(socket: Socket, take: (letter: ReceivedLetter) => string): void {
  let unread = "";
  let to = "";
  let isText = false;
  const say = (line: string) => socket.write(`${line}\r\n`);

  say("220 stand-in ESMTP");
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    unread += String(chunk);
    for (;;) {
      const end = unread.indexOf(isText ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const part = unread.slice(0, end);
      unread = unread.slice(end + (isText ? 5 : 2));
      if (isText) say(take({ to, source: part }));
      else answer(part);
      isText = !isText && part.toUpperCase() === "DATA";
    }
  });

  function answer(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "RCPT") to = /<(.*)>/.exec(line)?.[1] ?? "";
    if (verb === "DATA") say("354 Go on");
    else if (verb === "QUIT") socket.end("221 Bye\r\n");
    else say("250 Fine");
  }
}
