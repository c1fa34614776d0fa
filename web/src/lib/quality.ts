import { Quality } from "#contract/account.ts";

const labels: Record<Quality, string> = {
  low: "Low, 480p at 24 frames",
  medium: "Medium, 720p at 30 frames",
  high: "High, 1080p at 30 frames",
  ultra: "Ultra, 4K at 60 frames",
};

export const qualityOptions = Quality.options.map((value) => ({ value, label: labels[value] }));
