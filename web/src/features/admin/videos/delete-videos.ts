import { useMutation } from "@tanstack/react-query";
import { deleteVideo, deleteVideos } from "#web/data/admin-videos.ts";
import { askBefore, confirm } from "#web/ui/layers/confirm.tsx";
import { toast } from "#web/ui/layers/toast.ts";

export function useDeleteVideo(id: string, done?: () => Promise<void>) {
  const { mutate, isPending } = useMutation(deleteVideo(id, done));
  const remove = askBefore(() => mutate(), {
    title: "Are you sure you want to delete this video?",
    description: "Its links stop working, and it cannot be brought back. Its owner is told.",
    danger: true,
  });
  return { remove, isDeleting: isPending };
}

export function useDeleteVideos(done: () => void) {
  const { mutate, isPending } = useMutation(deleteVideos(done));
  const remove = async (ids: readonly string[]) => {
    if (ids.length === 0) return toast.warning("No videos selected");
    const isSure = await confirm({
      title: `Delete ${ids.length} selected videos?`,
      description: "Their links stop working, and they cannot be brought back. Owners are told.",
      danger: true,
    });
    if (isSure) mutate(ids);
  };
  return { remove, isDeleting: isPending };
}
