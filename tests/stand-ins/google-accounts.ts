import { createHash, randomUUID } from "node:crypto";

/** An account at Google, as far as it concerns us. */
export interface GoogleAccount {
  email: string;
  permissionId: string;
  /** Bytes; undefined for an account without a limit. */
  limit?: number;
}

interface Code {
  account: GoogleAccount;
  clientId: string;
  redirectUri: string;
  challenge: string;
  scope: string;
  isLasting: boolean;
}

interface Grant {
  account: GoogleAccount;
  scope: string;
  refresh: string | undefined;
}

export interface Client {
  id: string;
  secret: string;
  redirectUris: string[];
}

const oauthError = (status: number, error: string, error_description: string) =>
  Response.json({ error, error_description }, { status });

/** Google's side of OAuth 2 with PKCE: one code, used once, by whom it was made for. */
export class GoogleAccounts {
  readonly #codes = new Map<string, Code>();
  readonly #refresh = new Map<string, Grant>();
  readonly #access = new Map<string, Grant>();
  readonly #asked = new Set<string>();
  refreshes = 0;

  constructor(private readonly client: Client) {}

  /** The page of consent, and where it leads: `decide` is what the person presses. */
  consent(url: URL, account: GoogleAccount): Response {
    const asked = Object.fromEntries(url.searchParams);
    const { client_id, redirect_uri = "", response_type, code_challenge_method } = asked;
    if (client_id !== this.client.id)
      return new Response("Error 401: invalid_client", { status: 401 });
    if (!this.client.redirectUris.includes(redirect_uri))
      return new Response("Error 400: redirect_uri_mismatch", { status: 400 });
    if (response_type !== "code" || code_challenge_method !== "S256" || !asked.code_challenge)
      return new Response("Error 400: invalid_request", { status: 400 });
    if (!asked.decide) return consentPage(url);
    const back = new URL(redirect_uri);
    if (asked.state) back.searchParams.set("state", asked.state);
    if (asked.decide === "deny") {
      back.searchParams.set("error", "access_denied");
      return Response.redirect(back.href, 302);
    }
    const code = `4/${randomUUID()}`;
    const isFirst = !this.#asked.has(account.email);
    this.#asked.add(account.email);
    this.#codes.set(code, {
      account,
      clientId: client_id,
      redirectUri: redirect_uri,
      challenge: asked.code_challenge,
      scope: asked.decide === "untick" ? "openid" : (asked.scope ?? ""),
      isLasting: asked.access_type === "offline" && (isFirst || asked.prompt === "consent"),
    });
    back.searchParams.set("code", code);
    return Response.redirect(back.href, 302);
  }

  token(form: URLSearchParams): Response {
    const isUs =
      form.get("client_id") === this.client.id && form.get("client_secret") === this.client.secret;
    if (!isUs) return oauthError(401, "invalid_client", "The OAuth client was not found.");
    if (form.get("grant_type") === "authorization_code") return this.#exchange(form);
    if (form.get("grant_type") === "refresh_token") return this.#renew(form);
    return oauthError(400, "unsupported_grant_type", "Invalid grant_type");
  }

  #exchange(form: URLSearchParams): Response {
    const code = form.get("code") ?? "";
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (!known) return oauthError(400, "invalid_grant", "Malformed auth code.");
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    if (verifier.digest("base64url") !== known.challenge)
      return oauthError(400, "invalid_grant", "Invalid code verifier.");
    if (form.get("redirect_uri") !== known.redirectUri)
      return oauthError(400, "redirect_uri_mismatch", "Bad Request");
    const { account, scope } = known;
    const refresh = known.isLasting ? `1//${randomUUID()}` : undefined;
    const grant = { account, scope, refresh };
    if (refresh) this.#refresh.set(refresh, grant);
    return this.#tokens(grant, refresh ? { refresh_token: refresh } : {});
  }

  #renew(form: URLSearchParams): Response {
    this.refreshes++;
    const grant = this.#refresh.get(form.get("refresh_token") ?? "");
    return grant
      ? this.#tokens(grant, {})
      : oauthError(400, "invalid_grant", "Token has been expired or revoked.");
  }

  #tokens(grant: Grant, more: object): Response {
    const access_token = `ya29.${randomUUID()}`;
    this.#access.set(access_token, grant);
    const { scope } = grant;
    return Response.json({ access_token, expires_in: 3599, scope, token_type: "Bearer", ...more });
  }

  revoke(token: string): Response {
    const grant = this.#refresh.get(token) ?? this.#access.get(token);
    if (!grant) return oauthError(400, "invalid_token", "Token expired or revoked");
    this.forget(grant.account.email);
    this.#asked.delete(grant.account.email);
    return new Response(null, { status: 200 });
  }

  /** Forgets every token of this account, as when the person removes us at Google. */
  forget(email: string): void {
    for (const tokens of [this.#refresh, this.#access])
      for (const [token, grant] of tokens) if (grant.account.email === email) tokens.delete(token);
  }

  /** Tokens for calls stop working before their time; the lasting ones do not. */
  expire(): void {
    this.#access.clear();
  }

  /** The account that a call is made for; undefined where Google says 401. */
  whose(request: Request): GoogleAccount | undefined {
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
    const grant = this.#access.get(token);
    return grant?.scope.includes("drive.file") ? grant.account : undefined;
  }

  /** Whether anything that was given for this account still works. */
  isKnown(email: string): boolean {
    return [...this.#refresh.values(), ...this.#access.values()].some(
      ({ account }) => account.email === email,
    );
  }

  /** Every secret that was ever given and still works. */
  get secrets(): string[] {
    return [...this.#refresh.keys(), ...this.#access.keys()];
  }
}

function consentPage(url: URL): Response {
  const link = (decide: string) => {
    const to = new URL(url);
    to.searchParams.set("decide", decide);
    return to.href.replaceAll("&", "&amp;");
  };
  const page = `<!doctype html><title>Sign in with Google</title><h1>Kinora wants access</h1>
    <p>See, edit, create, and delete only the specific Google Drive files you use with this app.</p>
    <a href="${link("allow")}">Continue</a> <a href="${link("deny")}">Cancel</a>`;
  return new Response(page, { headers: { "Content-Type": "text/html" } });
}
