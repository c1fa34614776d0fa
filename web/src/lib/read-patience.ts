/** The time after which a question that got no answer is given up. */
export const READ_PATIENCE_MS = 30_000;
