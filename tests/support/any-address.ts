/** An address of nobody's: limits by address take whoever says it for somebody new. */
export function anyAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}
