/** Returns the stored value if it knows it, and throws if not. Any schema of zod is one. */
interface Schema<T> {
  parse(stored: unknown): T;
}

interface Options<T, Fallback> {
  key: string;
  schema: Schema<T>;
  /** The value where nothing is stored, where that makes no sense, or where the browser forbids to look: else none. */
  fallback?: Fallback;
  /** JSON, unless the value is one word. */
  form?: "json" | "text";
  /** Stored for this tab alone, and no longer than the tab is open. */
  inTab?: boolean;
}

/** One thing that the browser keeps for its person. Trouble with its storage stops nothing else. */
export function stored<T, Fallback = undefined>(options: Options<T, Fallback>) {
  const { key, schema, form = "json" } = options;
  const fallback = options.fallback as Fallback; // left out, it is undefined, and so is its type
  const area = options.inTab ? "sessionStorage" : "localStorage";
  const decode = (text: string | null) => {
    if (text === null) return fallback;
    try {
      return schema.parse(form === "json" ? JSON.parse(text) : text);
    } catch {
      return fallback;
    }
  };
  return {
    read: () => decode(read(area, key)),
    /** Never throws: a value that the browser does not take is known until the page is left. */
    write: (value: T) => write(area, key, form === "json" ? JSON.stringify(value) : String(value)),
    remove: () => remove(area, key),
    follow(changed: (value: T | Fallback) => void) {
      window.addEventListener("storage", (event) => {
        // Everything was removed at once if there is no key.
        if (event.key === key || event.key === null) changed(decode(event.newValue));
      });
    },
  };
}

/** A schema by hand, for what the first page loads: zod would be a fifth of it. */
export const only = <T>(isKnown: (stored: unknown) => stored is T): Schema<T> => ({
  parse(stored) {
    if (!isKnown(stored)) throw new TypeError("This is not what was stored here.");
    return stored;
  },
});

type Area = "localStorage" | "sessionStorage";

/** The values that the browser had no room for, until the page is left. */
const unwritten = new Map<string, string>();

// In some browsers merely naming a forbidden storage throws, so each of these names it within its `try`.
function read(area: Area, key: string): string | null {
  try {
    return unwritten.get(key) ?? globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

function write(area: Area, key: string, text: string) {
  try {
    globalThis[area].setItem(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}

function remove(area: Area, key: string) {
  unwritten.delete(key);
  try {
    globalThis[area].removeItem(key);
  } catch {
    // A value that could not be written need not be removed.
  }
}
