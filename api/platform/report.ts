/** Where trouble is told that no request of anybody's would show. */
export type Report = (trouble: string, error: unknown) => void;
