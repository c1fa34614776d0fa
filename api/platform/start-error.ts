/** Something that keeps Kinora from starting and that its operator can mend: told without a stack. */
export class StartError extends Error {
  override name = "StartError";
}
