import { Visitor } from "vite";
import { importsOf, isScript, parse, resolve, sourceFiles } from "./sources.ts";

export interface ClientCall {
  file: string;
  /** `GET /api/recordings/:x`, or what stands there when it cannot be read from the source. */
  call: string;
}

interface Literal {
  type: string;
  value?: unknown;
  quasis?: readonly { value: { cooked?: string | null } }[];
}

/** Every call of `request`, `requestFile` and `apiUrl` in the client, as far as its address is written there. */
export function clientCalls(): ClientCall[] {
  return sourceFiles()
    .filter((file) => isScript(file) && file.startsWith("web/src/"))
    .filter((file) =>
      importsOf(file).some((name) => resolve(file, name) === "web/src/lib/request.ts"),
    )
    .flatMap(callsIn);
}

function callsIn(file: string): ClientCall[] {
  const { program, text } = parse(file);
  const calls: ClientCall[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first, second], start, end }) {
      if (callee.type !== "Identifier" || !first) return;
      const method = callee.name === "request" ? textOf(first) : "GET";
      const path = callee.name === "request" ? second && textOf(second) : textOf(first);
      if (!["request", "requestFile", "apiUrl"].includes(callee.name)) return;
      const readable = method !== undefined && path?.startsWith("/");
      calls.push({ file, call: readable ? `${method} /api${path}` : text.slice(start, end) });
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
