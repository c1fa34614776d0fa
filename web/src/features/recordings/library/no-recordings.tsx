import { Link } from "@tanstack/react-router";
import { SearchX, Video } from "lucide-react";
import { pictureSource } from "#web/lib/picture-source.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { firstVideo } from "./first-video.ts";

interface Props {
  isSearch: boolean;
  onClear: () => void;
}

export function NoRecordings({ isSearch, onClear }: Props) {
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
