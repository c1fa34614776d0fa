import { type Books, invalidRequest } from "./stripe-books.ts";

/** A form as Stripe reads it: `items[0][price]` is a list of objects. */
export type Form = { [name: string]: Form | string | undefined };

/** A call that the stand-in understands, and the parameters that it knows. */
export interface Call {
  takes: readonly string[];
  answer: (books: Books, form: Form, id: string) => object;
}

export const text = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" ? value : undefined;
};
export const inner = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === "object" ? value : {};
};
export const needed = (form: Form, name: string): string => {
  const value = text(form, name);
  if (value === undefined)
    throw invalidRequest(`Missing required param: ${name}.`, {
      code: "parameter_missing",
      param: name,
    });
  return value;
};
export const texts = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    ),
  );
export const rows = (form: Form, name: string): Form[] =>
  Object.values(inner(form, name)).flatMap((row) => (typeof row === "object" ? [row] : []));

/** `a[b][0]=c` is an object in an object; a query is written the same. */
export function formOf(encoded: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    const last = path.pop() ?? "";
    let place = form;
    for (const part of path) {
      const next = place[part];
      const inside: Form = typeof next === "object" ? next : {};
      place[part] = inside;
      place = inside;
    }
    place[last || "0"] = value;
  }
  return form;
}
