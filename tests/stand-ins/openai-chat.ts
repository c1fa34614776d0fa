import type OpenAI from "openai";

type Asked = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/** The fault of the next request. */
type ChatFailure = "busy" | "broken" | "nonsense" | "refused" | "too few";

export interface ChatStandIn {
  url: string;
  /** The requests that were answered; failed ones are left out. */
  asked: { model: string; task: string; material: unknown }[];
  failNext(...failures: ChatFailure[]): void;
  /** Gives other answers than translations. */
  answerWith(answer: (material: unknown) => unknown): void;
  stop(): void;
}

interface Line {
  n: number;
  text: string;
}

/** A model that speaks OpenAI's language and translates by writing everything in capitals. */
export function startChat(): ChatStandIn {
  const asked: ChatStandIn["asked"] = [];
  let failures: ChatFailure[] = [];
  let answer: (material: unknown) => unknown = shout;

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== "/v1/chat/completions")
        return refusal(404, "Unknown request URL");
      const { model, messages }: Asked = await request.json();
      const failure = failures.shift();
      if (failure === "busy") return refusal(429, "Rate limit reached", { "Retry-After": "0" });
      if (failure === "broken") return refusal(500, "The server had an error");
      if (failure === "refused") return refusal(400, "This model does not exist");
      const [task = "", material = ""] = messages.map(({ content }) => String(content));
      if (failure === "nonsense") return completion(model, "I would rather not.");
      const read: unknown = JSON.parse(material);
      if (failure === "too few") return completion(model, JSON.stringify({ lines: [] }));
      asked.push({ model, task, material: read });
      return completion(model, `\`\`\`json\n${JSON.stringify(answer(read))}\n\`\`\``);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    asked,
    failNext: (...next) => {
      failures = next;
    },
    answerWith: (other) => {
      answer = other;
    },
    stop: () => void server.stop(true),
  };
}

const shout = (material: unknown) => {
  const { lines } = material as { lines: Line[] }; // what a translation is asked with
  return { lines: lines.map(({ n, text }) => ({ n, text: text.toUpperCase() })) };
};

function completion(model: string, content: string): Response {
  const answered: OpenAI.Chat.ChatCompletion = {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model,
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        logprobs: null,
        message: { role: "assistant", content, refusal: null },
      },
    ],
  };
  return Response.json(answered);
}

const refusal = (status: number, message: string, headers = {}) =>
  Response.json(
    { error: { message, type: "error", param: null, code: null } },
    { status, headers },
  );
