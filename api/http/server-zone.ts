/** Where this server's days begin: the machine's time zone, or the one that `TZ` says. */
export const serverZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
