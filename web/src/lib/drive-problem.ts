const telltale = /google drive|connect|authentication|not connected|refresh token/i;

/** Whether a refusal means that the drive must be connected again, told by its words. */
export const isDriveProblem = (text: string) => telltale.test(text);

export const DRIVE_NOT_CONNECTED =
  "Google Drive not connected. Connect it in Settings, then try again.";
