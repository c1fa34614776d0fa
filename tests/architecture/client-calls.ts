import { Visitor } from "vite";
import { operations } from "#contract/operations.ts";
import { importsOf, isScript, parse, resolve, sourceFiles } from "./sources.ts";

export interface ClientCall {
  file: string;
  line: number;
  /** `GET /api/recordings/:x`, or what stands there when it cannot be read from the source. */
  call: string;
}

interface Literal {
  type: string;
  value?: unknown;
  quasis?: readonly { value: { cooked?: string | null } }[];
}

/** A constant of the contract has its operation's name: `addCommentCall`. */
const byConstant = new Map(
  operations.map(({ id, call }) => [
    `${id}Call`,
    call.replace(" ", " /api").replaceAll(/\{\w+\}/g, ":x"),
  ]),
);

/** The files whose functions send a call that they are given. */
const senders = ["web/src/lib/request.ts", "web/src/data/read.ts"];

const clientFiles = sourceFiles().filter(
  (file) => isScript(file) && file.startsWith("web/src/") && !senders.includes(file),
);

/** Every use of `call`, `read`, `request` and `apiUrl` in the client, as far as its address is written there. */
export function clientCalls(): ClientCall[] {
  return clientFiles
    .filter((file) => importsOf(file).some((name) => senders.includes(resolve(file, name) ?? "")))
    .flatMap(callsIn);
}

/** Every `fetch` in the client that is not `request`'s own, and every address of the API that stands elsewhere. */
export function callsPastRequest(): string[] {
  return clientFiles.filter((file) => {
    const { program } = parse(file);
    let found = false;
    new Visitor({
      CallExpression({ callee }) {
        if (callee.type === "Identifier" && callee.name === "fetch") found = true;
      },
      Literal({ value }) {
        if (typeof value === "string" && value.startsWith("/api/")) found = true;
      },
      TemplateElement({ value }) {
        if (value.cooked?.startsWith("/api/")) found = true;
      },
    }).visit(program);
    return found;
  });
}

function callsIn(file: string): ClientCall[] {
  const { program, text, lineAt } = parse(file);
  const calls: ClientCall[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first, second], start, end }) {
      if (callee.type !== "Identifier" || !first) return;
      const operation = { call: first, read: second }[callee.name];
      if (operation) {
        const [, constant = ""] =
          /^(?:\{ \.\.\.)?(\w+Call)\b/.exec(text.slice(operation.start)) ?? [];
        const said = byConstant.get(constant);
        calls.push({ file, line: lineAt(start), call: said ?? text.slice(start, end) });
        return;
      }
      if (!["request", "apiUrl"].includes(callee.name)) return;
      const method = callee.name === "request" ? textOf(first) : "GET";
      const path = callee.name === "request" ? second && textOf(second) : textOf(first);
      const readable = method !== undefined && path?.startsWith("/");
      const call = readable ? `${method} /api${path}` : text.slice(start, end);
      calls.push({ file, line: lineAt(start), call });
    },
  }).visit(program);
  return calls;
}

/** The text of a literal; what a template fills in becomes `:x`, a query is left out. */
function textOf({ type, value, quasis }: Literal): string | undefined {
  if (type === "Literal" && typeof value === "string") return value.split("?")[0];
  if (type !== "TemplateLiteral") return;
  return quasis
    ?.map((quasi) => quasi.value.cooked)
    .join(":x")
    .split("?")[0];
}
