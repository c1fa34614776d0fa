import { Link } from "@tanstack/react-router";
import { SearchX, Video } from "lucide-react";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface Props {
  isSearch: boolean;
  onClear: () => void;
}

export function NoRecordings({ isSearch, onClear }: Props) {
  return isSearch ? (
    <EmptyState
      icon={<SearchX />}
      title="No recordings found"
      help="No recordings match your search criteria."
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  ) : (
    <EmptyState
      icon={<Video />}
      title="No recordings found"
      help="Start recording your screen to see your videos here."
      action={
        <Link to="/new-recording" className={buttonLook({ tone: "primary" })}>
          Start recording
        </Link>
      }
    />
  );
}
