import { widestNetworkOf } from "#api/http/address.ts";
import type { Limit, TakeToken } from "#api/http/limits/rate-limit.ts";

export const attemptsByAddress: Limit = { name: "login:address", capacity: 60, period: 600 };
/** By account and network together: wrong passwords of a stranger are no reason to shut out its owner. */
const attemptsFromNetwork: Limit = { name: "login:account-network", capacity: 10, period: 600 };
const attemptsByAccount: Limit = { name: "login:account", capacity: 100, period: 600 };

/** Before a password is looked at, wherever it is asked for. */
export async function countGuess(takeToken: TakeToken, email: string, address: string) {
  await takeToken(attemptsByAddress, address);
  await takeToken(attemptsFromNetwork, `${email} from ${widestNetworkOf(address)}`);
  await takeToken(attemptsByAccount, email);
}
