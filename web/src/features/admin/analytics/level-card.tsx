import type { ComponentProps } from "react";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { LevelBars } from "#web/ui/charts/level-bars.tsx";

interface Props extends ComponentProps<typeof LevelBars> {
  title: string;
  help: string;
}

/** Bars under a name of their own, or that there is nothing to draw. */
export function LevelCard({ title, help, ...bars }: Props) {
  return (
    <Card>
      <CardHead title={title} help={help} />
      <CardBody>
        {bars.rows.length === 0 ? (
          <p className="text-14 text-ink-2">Nothing was measured yet</p>
        ) : (
          <LevelBars {...bars} />
        )}
      </CardBody>
    </Card>
  );
}
