/** Where trouble is told that no request of anybody's would show. */
export type Report = (trouble: string, error: unknown) => void;

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
