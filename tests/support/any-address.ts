/** An address that nobody else has: limits by address take its caller for somebody new. */
export function anyAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}
