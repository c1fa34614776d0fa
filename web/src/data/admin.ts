export const adminKey = ["admin"] as const;
