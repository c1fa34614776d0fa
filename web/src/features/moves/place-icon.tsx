import { Cloud, HardDrive } from "lucide-react";
import type { StorageChoice } from "#contract/recordings.ts";

export function PlaceIcon({ place }: { place: StorageChoice }) {
  return place === "google_drive" ? <HardDrive /> : <Cloud />;
}
