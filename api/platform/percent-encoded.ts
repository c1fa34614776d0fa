/** All but letters, digits and four signs is encoded, as S3 signs an address and RFC 8187 writes the name of a file. */
export const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
