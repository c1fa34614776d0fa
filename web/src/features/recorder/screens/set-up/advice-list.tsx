import { Banner } from "#web/ui/banner.tsx";
import type { Advice } from "./preflight.ts";

const tones = { stop: "error", warning: "warn", note: "info" } as const;

export function AdviceList({ advice }: { advice: Advice[] }) {
  if (advice.length === 0) return null;
  return (
    <div className="grid gap-2">
      {advice.map(({ id, weight, text }) => (
        <Banner key={id} tone={tones[weight]}>
          {text}
        </Banner>
      ))}
    </div>
  );
}
