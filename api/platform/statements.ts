/** The tokens that matter in a search for the semicolons that end a statement. */
const TOKEN = new RegExp(
  [
    /--[^\n]*/, // comment to the end of the line
    /\/\*/, // block comment: they nest, so only its start is found here
    /(?<!\w)e'(?:[^'\\]|\\.|'')*'/, // string with escapes
    /'(?:[^']|'')*'/, // string
    /"(?:[^"]|"")*"/, // quoted name
    /(?<![\w$])\$(?<tag>[a-z_]\w*)?\$.*?\$\k<tag>\$/, // dollar-quoted string
    /\bbegin\s+atomic\b|\bcase\b|\bend\b/, // the body of a function in standard SQL
    /;/,
  ]
    .map((part) => part.source)
    .join("|"),
  "gis",
);

/** Splits a migration into its statements, exactly as the Supabase CLI records them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0; // of `begin atomic` and the `case` within it: their semicolons end nothing
  const token = new RegExp(TOKEN);
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const found = match[0].toLowerCase();
    if (found === "/*") token.lastIndex = endOfComment(text, match.index);
    else if (found.startsWith("begin")) depth++;
    else if (found === "case" && depth > 0) depth++;
    else if (found === "end" && depth > 0) depth--;
    else if (found === ";" && depth === 0) {
      statements.push(text.slice(start, match.index));
      start = token.lastIndex;
    }
  }
  statements.push(text.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

function endOfComment(text: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(text); match; match = edge.exec(text)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}
