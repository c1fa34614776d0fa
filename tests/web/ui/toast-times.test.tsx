// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast as shown } from "sonner";
import { beforeAll, expect, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { AccountFoot } from "#web/features/shell/account-foot.tsx";
import { session, signIn } from "#web/lib/session.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { loadToasts, toast } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);

const lasting = (text: string) =>
  shown.getToasts().flatMap((one) => ("title" in one && one.title === text ? [one.duration] : []));

test("each kind of toast stays as long as the specification says, or as long as it was told to", async () => {
  toast.success("Saved");
  toast.warning("Careful");
  toast.info("By the way");
  toast.error("Broken");
  toast.error("Read for long", { duration: 8_000 });
  await screen.findByText("Read for long");
  expect(["Saved", "Careful", "By the way", "Broken", "Read for long"].map(lasting)).toEqual([
    [4_000],
    [4_000],
    [3_000],
    [5_000],
    [8_000],
  ]);
});

test("a question is described by what follows, where something does, and waits without end", async () => {
  const first = confirm({ title: "Delete it?", description: "It cannot be brought back." });
  const question = await screen.findByRole("alertdialog", { name: "Delete it?" });
  expect(question.getAttribute("aria-describedby")).toBe(
    screen.getByText("It cannot be brought back.").id,
  );
  const [toast] = shown.getToasts().filter((one) => "jsx" in one && one.jsx);
  expect(toast && "duration" in toast && toast.duration).toBe(Number.POSITIVE_INFINITY);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await first).toBe(false);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const second = confirm({ title: "Really?" });
  const plain = await screen.findByRole("alertdialog", { name: "Really?" });
  expect(plain.hasAttribute("aria-describedby")).toBe(false);
  // Taken away by somebody else, it was not answered with a yes.
  shown.dismiss();
  expect(await second).toBe(false);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("logging out asks first; a no leaves everything as it is", async () => {
  signIn({ token: "t", user: ada });
  await renderInApp(<AccountFoot detail={ada.email} />);
  const answer = async (word: string) => {
    await userEvent.click(screen.getByRole("button", { name: "Logout" }));
    await screen.findByRole("alertdialog", { name: "Are you sure you want to logout?" });
    await userEvent.click(screen.getByRole("button", { name: word }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  await answer("Cancel");
  expect(session().status).toBe("signed-in");
  expect(screen.queryByText("Logged out successfully!")).toBeNull();
  await answer("Confirm");
  expect(session().status).toBe("signed-out");
  await screen.findByText("Logged out successfully!");
});
