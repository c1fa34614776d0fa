import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE } from "#contract/recordings.ts";
import { FORM_LIMIT_BYTES, FORM_TOO_LARGE, type UploadKind } from "#contract/uploads.ts";

export interface FileLimit {
  bytes: number;
  message: string;
}

/** The limits of a file in one request. In parts, only an import has a limit. */
export const limits: Record<UploadKind, FileLimit> = {
  recording: { bytes: FORM_LIMIT_BYTES, message: FORM_TOO_LARGE },
  import: { bytes: IMPORT_LIMIT_BYTES, message: IMPORT_TOO_LARGE },
};
