import { useLocation, useNavigate } from "@tanstack/react-router";
import { Download, FileDown, FolderInput, Trash2, Upload } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Folder } from "#contract/folders.ts";
import { downloadArchive } from "#web/data/account.ts";
import { useDelete } from "#web/features/recordings/delete.ts";
import { useDownload } from "#web/features/recordings/download.ts";
import { FolderPlace, useFolders } from "#web/features/recordings/folders/folder-place.tsx";
import { ImportDialog } from "#web/features/recordings/import/import-dialog.tsx";
import { useImports } from "#web/features/recordings/import/use-imports.ts";
import { useSelection } from "#web/lib/use-selection.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { useNoPageBeyond } from "#web/ui/pagination.tsx";
import { isNarrowed, type LibraryAddress } from "./address.ts";
import { LibraryResults } from "./library-results.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useDraft, useLibrary } from "./use-library.ts";

interface Props {
  address: LibraryAddress;
  /** Typing replaces the address; choosing a page or an order is a step one can go back from. */
  onAddress: (address: LibraryAddress, how: { replace: boolean }) => void;
  shareDialog: (shared: Shared, onClose: () => void) => ReactNode;
}

interface Shared {
  of: "recording" | "folder";
  id: string;
  title: string;
}

export function LibraryPage({ address, onAddress, shareDialog }: Props) {
  const go = (change: Partial<LibraryAddress>, replace = false) =>
    onAddress({ ...address, page: undefined, ...change }, { replace });
  const search = (words: string) => go({ search: words || undefined }, true);
  const [typed, type] = useDraft(address.search ?? "", search);
  const library = useLibrary(address, typed);
  const selection = useSelection(library.recordings);
  const { remove, isDeleting } = useDelete();
  const folders = useFolders(address, () => selection.selectAll(false));
  const [shared, share] = useState<Shared>();
  const shareFolder = ({ id, name }: Folder) => share({ of: "folder", id, title: name });
  const navigate = useNavigate();
  const download = useDownload(() => void navigate({ to: "/settings" }));
  const page = library.isKnown ? library.page : 1;
  useNoPageBeyond(page, library.pages, (last, replace) => go({ page: last }, replace));
  return (
    <Page>
      <ImportPlace folder={address.folder}>
        {selection.items.length > 0 ? (
          <SelectionBar
            ids={[...selection.ids]}
            onPage={library.recordings.length}
            isDeleting={isDeleting}
            onAll={selection.selectAll}
            onMove={() => folders.askWhere(selection.items)}
            onDelete={() => void remove(selection.items)}
          />
        ) : (
          <Toolbar
            search={typed}
            found={library.isKnown ? library.query.data?.total : undefined}
            address={address}
            isRefreshing={library.query.isRefetching}
            onSearch={type}
            onView={go}
            onNewFolder={folders.make}
            onRefresh={() => void library.query.refetch()}
          />
        )}
      </ImportPlace>
      <FolderPlace {...{ folders, address, go }} onShare={shareFolder}>
        <LibraryResults
          library={library}
          isSearch={typed.trim() !== ""}
          isNarrowed={isNarrowed(address)}
          selected={selection.ids}
          onClearSearch={() => type("")}
          onPage={(chosen) => go({ page: chosen === 1 ? undefined : chosen })}
          onShare={({ id, filename: title }) => share({ of: "recording", id, title })}
          onDownload={({ id }) => void download(id)}
          onMove={(one) => folders.askWhere(selection.ids.has(one.id) ? selection.items : [one])}
          onDelete={(recording) => void remove([recording])}
          onSelect={({ id }, isSelected, through) => selection.select(id, isSelected, through)}
          onSelectAll={() => selection.selectAll(true)}
        />
      </FolderPlace>
      {shared && shareDialog(shared, () => share(undefined))}
    </Page>
  );
}

function ImportPlace({ folder, children }: { folder: string | undefined; children: ReactNode }) {
  const imports = useImports(folder);
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<string>();
  const close = (said: string | undefined) => {
    setOpen(false);
    setRefused(said);
  };
  const isWanted = useLocation({ select: ({ hash }) => hash === "import" });
  useEffect(() => setOpen((open) => open || isWanted), [isWanted]);
  const isOver = useFileDrop((files) => {
    imports.choose(files);
    setOpen(true);
  });
  return (
    <>
      <div className="grid gap-6">
        <PageHead
          title="My Videos"
          actions={
            <Button tone="primary" icon={<Upload />} onClick={() => setOpen(true)}>
              Import Video
            </Button>
          }
        />
        {refused && (
          <Banner tone="warn" onDismiss={() => setRefused(undefined)}>
            {refused}
          </Banner>
        )}
        {children}
      </div>
      <ImportDialog imports={imports} open={isOpen} onClose={close} />
      {isOver && (
        <div
          role="status"
          className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-veil p-4"
        >
          <p className="flex items-center gap-3 rounded-12 border border-line bg-raised px-6 py-5 font-medium text-16 shadow-lift">
            <FileDown className="size-5" />
            Drop to import into My Videos
          </p>
        </div>
      )}
    </>
  );
}

interface SelectionBarProps {
  ids: readonly string[];
  /** The number of recordings on this page. */
  onPage: number;
  isDeleting: boolean;
  onAll: (all: boolean) => void;
  onMove: () => void;
  onDelete: () => void;
}

/** A narrow screen has room for the words alone. */
const BARE_ON_PHONES = "max-sm:px-1.5 max-sm:[&_svg]:hidden";

/** Takes the toolbar's place while something is selected, and stays in sight. */
export function SelectionBar(props: SelectionBarProps) {
  const { ids, onPage, isDeleting, onAll, onMove, onDelete } = props;
  const isAll = ids.length === onPage;
  return (
    <div
      role="toolbar"
      aria-label="Selected recordings"
      className="sticky top-[68px] z-10 flex h-10 items-center gap-2.5 rounded-8 bg-raised pr-1 pl-3 inset-ring inset-ring-line max-sm:gap-1.5 md:top-3"
    >
      <Checkbox
        label="Select all on this page"
        checked={isAll}
        partly={!isAll}
        onChange={() => onAll(!isAll)}
      />
      <p aria-live="polite" className="flex-1 font-medium text-14 tabular-nums">
        {ids.length} selected
      </p>
      <Button size="sm" tone="quiet" className={BARE_ON_PHONES} onClick={() => onAll(false)}>
        Cancel
      </Button>
      <Button size="sm" icon={<FolderInput />} className={BARE_ON_PHONES} onClick={onMove}>
        Move
      </Button>
      <WriteButton
        size="sm"
        icon={<Download />}
        aria-label="Download as an archive"
        className="max-sm:px-2"
        write={downloadArchive(ids)}
      >
        <span className="max-sm:hidden">Download</span>
      </WriteButton>
      <Button
        size="sm"
        tone="danger"
        icon={<Trash2 />}
        className={BARE_ON_PHONES}
        busy={isDeleting}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  );
}

/** Files dropped anywhere on the page; true while some are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const aborter = new AbortController();
    const on = (name: "dragenter" | "dragover" | "dragleave" | "drop", act: Act) =>
      window.addEventListener(name, act, { signal: aborter.signal });
    on("dragenter", (event) => hasFiles(event) && setOver(true));
    on("dragover", (event) => hasFiles(event) && event.preventDefault());
    // Leaving one element for another is no leaving of the page.
    on("dragleave", (event) => !event.relatedTarget && setOver(false));
    on("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    });
    return () => aborter.abort();
  }, []);
  return isOver;
}

type Act = (event: DragEvent) => unknown;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
