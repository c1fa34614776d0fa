import { shareHeaders } from "#web/lib/share-scope.ts";

/** A recording, and the link by which somebody else sees it. */
export interface Scope {
  recordingId: string;
  shareToken?: string | undefined;
}

/** The start of keys: what one link shows is kept apart from what another does, and from what its owner sees. */
export const scopedKey = <Name extends string>(name: Name, { recordingId, shareToken }: Scope) =>
  [name, recordingId, shareToken ?? null] as const;

export const discussionKey = (scope: Scope) => scopedKey("discussion", scope);

export const headersOf = ({ shareToken }: Scope) => shareHeaders(shareToken);

export const asked = (scope: Scope) => ({
  params: { id: scope.recordingId },
  headers: headersOf(scope),
});
