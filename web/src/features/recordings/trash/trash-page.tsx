import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useDeferredValue } from "react";
import type { TrashedRecording } from "#contract/trash.ts";
import { deleteForGood, emptyTrash, restoreRecordings, trashQuery } from "#web/data/trash.ts";
import { counted, formatDate, formatDuration, formatSize } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { type OnPage, Pagination, useNoPageBeyond } from "#web/ui/pagination.tsx";

const forGood = (what: string) => ({
  title: `Delete ${what} for good?`,
  description: "It cannot be brought back after that.",
  danger: true,
});

export function TrashPage({ page, onPage }: { page: number; onPage: OnPage }) {
  const { recordings, total, pages } = useSuspenseQuery(trashQuery(useDeferredValue(page))).data;
  useNoPageBeyond(page, pages, onPage);
  return (
    <Page width="reading">
      <PageHead
        title="Trash"
        help="Deleted recordings wait here and still count towards your storage."
        actions={
          total > 0 && (
            <WriteButton
              tone="danger"
              icon={<Trash2 />}
              write={emptyTrash}
              question={forGood(counted(total, "recording"))}
            >
              Empty trash
            </WriteButton>
          )
        }
      />
      {total === 0 ? (
        <EmptyState
          icon={<Trash2 />}
          title="The trash is empty"
          help="A recording that you delete comes here first."
        />
      ) : (
        <div className="grid gap-10">
          <ul aria-label="Deleted recordings" className="grid gap-3">
            {recordings.map((recording) => (
              <TrashRow key={recording.id} recording={recording} />
            ))}
          </ul>
          <Pagination page={page} pages={pages} onPage={onPage} />
        </div>
      )}
    </Page>
  );
}

function TrashRow({ recording }: { recording: TrashedRecording }) {
  const { id, filename, duration, size, deleted_at, purge_at } = recording;
  const restore = useMutation(restoreRecordings);
  const remove = useMutation(deleteForGood);
  const isBusy = restore.isPending || remove.isPending;
  const ask = askBefore(() => remove.mutate(id), forGood(`“${filename}”`));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-12 border border-line bg-raised p-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h2 dir="auto" className="line-clamp-2 font-medium text-14 [overflow-wrap:anywhere]">
          {filename}
        </h2>
        <Facts
          facts={[formatDuration(duration), formatSize(size), `Deleted ${formatDate(deleted_at)}`]}
          className="text-13 text-ink-2"
        />
        <p className="text-13 text-ink-2">Gone for good on {formatDate(purge_at)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Restore ${filename}`}
          disabled={isBusy}
          onClick={() => restore.mutate([id])}
        >
          Restore
        </Button>
        <Button
          size="sm"
          tone="danger"
          aria-label={`Delete for good ${filename}`}
          disabled={isBusy}
          onClick={ask}
        >
          Delete for good
        </Button>
      </div>
    </li>
  );
}
