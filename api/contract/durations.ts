/** How long things last on which two parts of the product must agree. Each is written here and nowhere else. */

const HOUR = 3600;

/** A media token; the address of a store that it leads to; and bytes at a former place, which somebody may still watch. */
export const MEDIA_TOKEN_SECONDS = 6 * HOUR;

/** A link that was opened with its password. */
export const UNLOCK_SECONDS = 6 * HOUR;

/** The longest work on one recording: a slow machine may convert a long video for hours. */
export const LONGEST_WORK_SECONDS = 6 * HOUR;

/** What has arrived of an upload with which nobody goes on. */
export const UPLOAD_KEPT_SECONDS = 24 * HOUR;

/** An object that waits for the row that refers to it: nothing under way takes that long. */
export const LOOSE_SECONDS = 24 * HOUR;
