import { Quality } from "#contract/account.ts";
import { presetFor } from "#web/features/recorder/capture/presets.ts";

const names: Record<Quality, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  ultra: "Ultra",
};

export const qualityOptions = Quality.options.map((value) => {
  const { height, frameRate } = presetFor(value);
  return {
    value,
    label: `${names[value]}, ${height === 2160 ? "4K" : `${height}p`} at ${frameRate} frames`,
  };
});
