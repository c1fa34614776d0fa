import type { DragEvent } from "react";

export type Dragged = { recordings: readonly string[] } | { folder: string };

const TYPE = "application/x-kinora";

export function startDrag(event: DragEvent, what: Dragged): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(what));
  event.dataTransfer.effectAllowed = "move";
}

export const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(TYPE);

/** Nothing else than this page writes this type. */
export function draggedIn({ dataTransfer }: DragEvent): Dragged | undefined {
  const text = dataTransfer.getData(TYPE);
  return text ? JSON.parse(text) : undefined;
}
