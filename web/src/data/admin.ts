/** The start of every key of the admin area. */
export const adminKey = ["admin"] as const;
