import type { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, onTestFinished, vi } from "vitest";
import type { OnPage } from "#web/ui/pagination.tsx";
import { renderInApp } from "./in-app.tsx";

export type Draw = (page: number, onPage: OnPage) => ReactNode;

interface List {
  draw: Draw;
  /** The first page of the list, as it is cached. */
  cache: QueryClient;
  /** The next page, as the server answers. */
  next: object;
}

/** Turns to the second page, and expects that the first stays in sight, with the focus, until that has come. */
export async function expectStaysWhileTurned(
  { draw, cache, next }: List,
  first: string,
  second: string,
) {
  const asked = Promise.withResolvers<Response>();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", async () => (await asked.promise).clone());
  await renderInApp(<Pages draw={draw} />, { cache, asks: true });
  const button = () => screen.getByRole("button", { name: "Next page" });
  await userEvent.click(button());
  expect(screen.getByRole("list").textContent).toContain(first);
  expect(document.activeElement).toBe(button());
  asked.resolve(Response.json(next));
  await screen.findByText(second);
  expect(screen.getByRole("button", { name: "Page 2", current: "page" })).toBeDefined();
}

function Pages({ draw }: { draw: Draw }) {
  const [page, setPage] = useState(1);
  return draw(page, setPage);
}
