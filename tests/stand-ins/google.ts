import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";

export interface GooglePerson {
  sub: string;
  email: string;
  name: string;
  picture?: string;
}

/** Flaws, each of which makes a token that a careful server must refuse. */
export type Flaw =
  | "wrong audience"
  | "wrong issuer"
  | "expired"
  | "bad signature"
  | "unknown key"
  | "unverified email";

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>;

const keyId = "stand-in-1";

/** Google as a signing-in server sees it: keys under their real paths, and ID tokens made with them. */
export async function startGoogle({ clientId = "kinora-test.apps.googleusercontent.com" } = {}) {
  const [known, stranger] = await Promise.all([newKeyPair(), newKeyPair()]);
  const pem = await exportSPKI(known.publicKey);
  const jwk = { ...(await exportJWK(known.publicKey)), kid: keyId, alg: "RS256", use: "sig" };
  let outage: number | undefined;
  const reply = (body: object) =>
    outage
      ? new Response("The server is having a bad day", { status: outage })
      : Response.json(body, { headers: { "Cache-Control": "public, max-age=3600" } });

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/oauth2/v1/certs": () => reply({ [keyId]: pem }),
      "/oauth2/v3/certs": () => reply({ keys: [jwk] }),
    },
  });

  return {
    clientId,
    certsUrl: new URL("/oauth2/v1/certs", server.url).href,
    /** From now on the keys are answered with this status; without one, they are served again. */
    fail: (status?: number) => {
      outage = status;
    },
    idToken: (person: GooglePerson, flaw?: Flaw) =>
      new SignJWT({
        email: person.email,
        email_verified: flaw !== "unverified email",
        name: person.name,
        ...(person.picture && { picture: person.picture }),
        azp: clientId,
      })
        .setProtectedHeader({
          alg: "RS256",
          kid: flaw === "unknown key" ? "other" : keyId,
          typ: "JWT",
        })
        .setSubject(person.sub)
        .setAudience(flaw === "wrong audience" ? "another-client" : clientId)
        .setIssuer(
          flaw === "wrong issuer" ? "https://accounts.example" : "https://accounts.google.com",
        )
        .setIssuedAt(flaw === "expired" ? "2 hours ago" : new Date())
        .setExpirationTime(flaw === "expired" ? "1 hour ago" : "1 hour")
        .sign(flaw === "bad signature" ? stranger.privateKey : known.privateKey),
    stop: () => server.stop(true),
  };
}

/** The script that https://accounts.google.com/gsi/client is for a page: one button, one answer. */
export function signInScript(credential: string): string {
  return `
    let options;
    const answer = () => options.callback({ credential: ${JSON.stringify(credential)} });
    window.google = { accounts: { id: {
      initialize: (given) => { options = given; },
      renderButton: (parent) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Continue with Google";
        button.onclick = answer;
        parent.append(button);
      },
      prompt: answer,
      disableAutoSelect: () => {},
      cancel: () => {},
    } } };
  `;
}

const newKeyPair = () => generateKeyPair("RS256", { extractable: true });
