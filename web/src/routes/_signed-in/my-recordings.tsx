import { createFileRoute } from "@tanstack/react-router";
import { readAddress } from "#web/features/recordings/library/address.ts";
import { LibraryPage } from "#web/features/recordings/library/library-page.tsx";
import { ShareDialog } from "#web/features/shares/share-dialog.tsx";

export const Route = createFileRoute("/_signed-in/my-recordings")({
  validateSearch: readAddress,
  head: () => ({ meta: [{ title: "My Videos · Kinora" }] }),
  component: MyRecordings,
});

function MyRecordings() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LibraryPage
      address={address}
      onAddress={(search, { replace }) => void navigate({ search, replace, resetScroll: !replace })}
      shareDialog={(shared, onClose) => <ShareDialog {...shared} onClose={onClose} />}
    />
  );
}
