import { type ShareScope, shareHeaders } from "#web/lib/share-scope.ts";

export interface Scope {
  recordingId: string;
  share?: ShareScope | undefined;
}

/** The start of every key: what one link shows is kept apart from what another does. */
export const discussionKey = ({ recordingId, share }: Scope) =>
  ["discussion", recordingId, share?.shareToken ?? null] as const;

export const headersOf = ({ share }: Scope) => shareHeaders(share?.shareToken);

export const asked = (scope: Scope) => ({
  params: { id: scope.recordingId },
  headers: headersOf(scope),
});
