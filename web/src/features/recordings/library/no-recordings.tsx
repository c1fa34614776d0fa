import { Link } from "@tanstack/react-router";
import { FolderOpen, SearchX, Video } from "lucide-react";
import { pictureSource } from "#web/lib/picture-source.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { firstVideo } from "./first-video.ts";

interface Props {
  isSearch: boolean;
  /** By a folder or a filter: elsewhere there may be some. */
  isNarrowed: boolean;
  onClear: () => void;
}

export function NoRecordings({ isSearch, isNarrowed, onClear }: Props) {
  if (isSearch) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No recordings found"
        help="No recordings match your search criteria."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<FolderOpen />}
        title="No recordings here"
        help="Move some here, or look in another place."
        action={
          <Link to="/my-recordings" className={buttonLook()}>
            All recordings
          </Link>
        }
      />
    );
  }
  const { help, action } = firstVideo(pictureSource());
  const { label, ...place } = action;
  return (
    <EmptyState
      icon={<Video />}
      title="No recordings found"
      help={help}
      action={
        <Link {...place} className={buttonLook({ tone: "primary" })}>
          {label}
        </Link>
      }
    />
  );
}
