/** Durations on which two parts of the product must agree. Each is written here and nowhere else. */

const HOUR = 3600;

/** For a media token, the store's address that it leads to, and bytes at a former place that a viewer may still use. */
export const MEDIA_TOKEN_SECONDS = 6 * HOUR;

/** The time for which a link stays open after its password was entered. */
export const UNLOCK_SECONDS = 6 * HOUR;

/** The longest work on one recording: a slow machine may convert a long video for hours. */
export const LONGEST_WORK_SECONDS = 6 * HOUR;

/** How long the bytes of an interrupted upload are kept. */
export const UPLOAD_KEPT_SECONDS = 24 * HOUR;

/** How long an object may wait for the row that refers to it: no running work takes that long. */
export const LOOSE_SECONDS = 24 * HOUR;
