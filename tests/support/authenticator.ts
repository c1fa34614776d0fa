import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

interface Asked {
  challenge: string;
}

/** A passkey as a security key keeps one: P-256, without attestation. */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const named = { id: id.toString("base64url"), rawId: id.toString("base64url") };
  let uses = 0;

  const clientData = (type: string, { challenge }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const state = (flags: number) => {
    uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    const host = createHash("sha256").update(new URL(origin).hostname).digest();
    return Buffer.concat([host, Buffer.from([flags]), count]);
  };

  return {
    /** Forgets a use: a copy of this key would have counted as far. */
    rewind: () => {
      uses -= 2;
    },
    /** The answer of `navigator.credentials.create()`. */
    make(asked: Asked) {
      const key = map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([state(0x41), Buffer.alloc(16), length, id, key]);
      const attestation = map([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", asked).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      };
      return { ...named, type: "public-key", response };
    },
    /** The answer of `navigator.credentials.get()`. */
    use(asked: Asked) {
      const data = clientData("webauthn.get", asked);
      const authData = state(0x01);
      const hash = createHash("sha256").update(data).digest();
      const response = {
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", Buffer.concat([authData, hash]), privateKey).toString(
          "base64url",
        ),
      };
      return { ...named, type: "public-key", response };
    },
  };
}

type Value = number | string | Buffer | Map<string, string>;

/** As much of CBOR as a credential needs. */
const map = (entries: [number | string, Value][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat().map(encoded)]);

function encoded(value: Value): Buffer {
  if (value instanceof Map) return head(5, 0);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return Buffer.concat([head(2, value.length), value]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return Buffer.from([(kind << 5) | 24, size]);
}
