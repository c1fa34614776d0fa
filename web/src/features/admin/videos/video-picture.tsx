import { useQuery } from "@tanstack/react-query";
import { Film } from "lucide-react";
import { useEffect, useState } from "react";
import type { AdminVideo } from "#contract/admin-videos.ts";
import { thumbnailQuery } from "#web/data/recordings.ts";

export function VideoPicture({ video }: { video: AdminVideo }) {
  const { id, thumbnail_url } = video;
  const { data } = useQuery({
    ...thumbnailQuery(id, thumbnail_url ?? ""),
    enabled: thumbnail_url !== null,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <span className="relative grid aspect-video w-20 shrink-0 place-items-center overflow-hidden rounded-8 bg-wash text-ink-3">
      {url ? (
        // A wide picture lies in the middle of a square: its bars stay out of sight.
        <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Film aria-hidden="true" className="size-4" />
      )}
    </span>
  );
}
