import { queryOptions } from "@tanstack/react-query";
import { Session } from "#contract/auth.ts";
import { Done } from "#contract/common.ts";
import {
  type Credential,
  PasskeyOptions,
  type Proof,
  RecoveryCodes,
  SecondFactor,
  type SecondStep,
  TotpSecret,
} from "#contract/second-factor.ts";
import { request } from "#web/lib/request.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => request("GET", "/user/second-factor", SecondFactor, { signal }),
});

export const beginTotp = (body: Proof) =>
  request("POST", "/user/second-factor/totp", TotpSecret, { body });

export const confirmTotp = (code: string) =>
  request("PUT", "/user/second-factor/totp", RecoveryCodes, { body: { code } });

export const removeTotp = (body: Proof) =>
  request("DELETE", "/user/second-factor/totp", Done, { body });

export const makeRecoveryCodes = (body: Proof) =>
  request("POST", "/user/second-factor/recovery-codes", RecoveryCodes, { body });

export const beginPasskey = (body: Proof) =>
  request("POST", "/user/second-factor/passkeys", PasskeyOptions, { body });

export const addPasskey = (name: string, credential: Credential) =>
  request("PUT", "/user/second-factor/passkeys", RecoveryCodes, { body: { name, credential } });

export const removePasskey = (id: string, body: Proof) =>
  request("DELETE", `/user/second-factor/passkeys/${id}`, Done, { body });

/** What signing in ends with where it took two steps. */
export const passWithCode = (body: SecondStep) =>
  request("POST", "/auth/second-factor", Session, { body });

export const passWithPasskey = (ticket: string, credential: Credential) =>
  request("POST", "/auth/second-factor/passkeys", Session, { body: { ticket, credential } });
