/** Something that keeps Kinora from starting and that its operator can mend: told without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** Says what to do where the system refuses a file in DATA_DIR; undefined for all other errors. */
export function adviceFor(error: Error): string | undefined {
  const code = "code" in error ? String(error.code) : "";
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code))
    return "Its disk is full: make room there, and start again.";
  if (/^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN)$/.test(code))
    return "Give all of it to the user who starts Kinora (chown -R), or set another directory.";
  return undefined;
}
