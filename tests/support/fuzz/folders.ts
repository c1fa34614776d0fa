import type { SignedIn } from "#tests/support/app.ts";

const operations = [
  ...["changeFolder", "deleteFolder", "orderFolder", "listFolderShares"],
  ...["createFolderShare", "changeFolderShare", "revokeFolderShare"],
];

/** A folder and a link to it, for the calls that name one. */
export const ofFolders = Object.fromEntries(operations.map((operation) => [operation, newFolder]));

async function newFolder(_: unknown, { owner }: { owner: SignedIn }) {
  const { id } = await (await owner.call("POST", "/folders", { name: "Talks" })).json();
  const share = await owner.call("POST", `/folders/${id}/shares`, {});
  return { folder: id, shareId: (await share.json()).id };
}
