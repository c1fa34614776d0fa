// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it, test } from "vitest";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

afterEach(cleanup);

describe("a field", () => {
  const about = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;

  it("is described by its error, else by its hint, else by nothing", () => {
    const { rerender } = render(
      <TextField label="Name" hint="As others see it" error="Too long" />,
    );
    const field = screen.getByLabelText("Name");
    expect(about(field)).toBe("Too long");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText("As others see it")).toBeNull();
    rerender(<TextField label="Name" hint="As others see it" />);
    expect(about(field)).toBe("As others see it");
    expect(field.hasAttribute("aria-invalid")).toBe(false);
    rerender(<TextField label="Name" />);
    expect(field.hasAttribute("aria-describedby")).toBe(false);
  });

  it("for a password hides what is typed until it is asked to show it", async () => {
    render(<PasswordField label="New Password" defaultValue="secret" />);
    const field = screen.getByLabelText<HTMLInputElement>("New Password");
    expect(field.type).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show new password" }));
    expect([field.type, field.value]).toEqual(["text", "secret"]);
    await userEvent.click(screen.getByRole("button", { name: "Hide new password" }));
    expect(field.type).toBe("password");
  });

  it("for a search has its name for a placeholder, too, and tells each letter", async () => {
    const said: string[] = [];
    render(
      <SearchField
        label="Search users"
        value="a"
        found={12}
        onChange={(text) => said.push(text)}
      />,
    );
    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search users" });
    expect([field.placeholder, field.value]).toEqual(["Search users", "a"]);
    await userEvent.type(field, "da");
    expect(said).toEqual(["ad", "ada"]);
  });

  it("for a search tells how many were found, and nothing before it is known or where nothing is sought", () => {
    const draw = (value: string, found?: number) => (
      <SearchField {...{ value, found }} label="Search users" onChange={() => {}} />
    );
    const { rerender } = render(draw("", 1234));
    const told = screen.getByRole("status");
    expect(told.textContent).toBe("");
    rerender(draw("a", 1234));
    expect(told.textContent).toBe("1,234 found");
    rerender(draw("ad"));
    expect(told.textContent).toBe("");
    rerender(draw("ad", 0));
    expect(told.textContent).toBe("0 found");
  });
});

test("a form hands over what was typed, and after each refusal goes to the first field it names", async () => {
  const sent: unknown[] = [];
  const draw = (error: unknown) => (
    <Form onData={(form) => sent.push(Object.fromEntries(form))} error={error}>
      <TextField label="Name" name="name" />
      <TextField label="Email" name="email" error={error ? "Wrong" : undefined} />
      <TextField label="City" name="city" error={error ? "Wrong" : undefined} />
      <button type="submit">Save</button>
    </Form>
  );
  const { rerender } = render(draw(null));
  await userEvent.type(screen.getByLabelText("Name"), "Ada{Enter}");
  expect(sent).toEqual([{ name: "Ada", email: "", city: "" }]);
  const form = screen.getByLabelText("Name").closest("form");
  expect(form && fireEvent.submit(form), "the page is not left for it").toBe(false);
  for (const refusal of [new Error("once"), new Error("twice")]) {
    screen.getByLabelText("Name").focus();
    rerender(draw(refusal));
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  }
});

test("a form is not sent again by Enter while its button is busy", async () => {
  let sent = 0;
  const draw = (busy: boolean) => (
    <Form onData={() => sent++} error={null}>
      <TextField label="Name" />
      <Button {...{ busy }} type="submit" />
    </Form>
  );
  const { rerender } = render(draw(true));
  await userEvent.type(screen.getByLabelText("Name"), "Ada{Enter}");
  await userEvent.click(screen.getByRole("button"));
  expect(sent).toBe(0);
  rerender(draw(false));
  await userEvent.type(screen.getByLabelText("Name"), "{Enter}");
  expect(sent).toBe(1);
});

describe("a choice", () => {
  it("of a list says which it is, offers the others with their hints, and tells what was chosen", async () => {
    const chosen: string[] = [];
    const options = [
      { value: "a", label: "Alpha", hint: "the first" },
      { value: "b", label: "Beta" },
      { value: "c", label: "Gamma", disabled: true },
    ];
    render(
      <Select label="Letter" value="b" options={options} onChange={(one) => chosen.push(one)} />,
    );
    const box = screen.getByRole("combobox", { name: "Letter" });
    expect(box.textContent).toBe("Beta");
    await userEvent.click(box);
    const shown = await screen.findAllByRole("option");
    expect(shown.map((one) => one.getAttribute("aria-selected"))).toEqual([
      "false",
      "true",
      "false",
    ]);
    expect(shown[2]?.getAttribute("aria-disabled")).toBe("true");
    expect(shown[0]?.textContent).toBe("Alphathe first");
    await userEvent.click(screen.getByRole("option", { name: /^Alpha/ }));
    expect(chosen).toEqual(["a"]);
  });

  it("of a list keeps the focus while the last one is under way, and takes no other", async () => {
    const chosen: string[] = [];
    const options = [
      { value: "a", label: "Alpha" },
      { value: "b", label: "Beta" },
    ];
    const draw = (busy: boolean) => (
      <Select
        label="Letter"
        value="b"
        {...{ options, busy }}
        onChange={(one) => chosen.push(one)}
      />
    );
    const { rerender } = render(draw(false));
    const box = screen.getByRole("combobox", { name: "Letter" });
    box.focus();
    rerender(draw(true));
    expect([box.matches(":disabled"), box.tabIndex]).toEqual([false, 0]);
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("option", { name: "Alpha" }));
    expect(chosen).toEqual([]);
  });

  it("of a few stands beside the others, one of them on", async () => {
    const chosen: string[] = [];
    const choices = [
      { value: "7", label: "7 days" },
      { value: "30", label: "30 days" },
      { value: "90", label: "90 days" },
    ];
    render(
      <Segmented
        label="Period"
        value="30"
        choices={choices}
        onChange={(one) => chosen.push(one)}
      />,
    );
    const radios = radiosIn(screen.getByRole("radiogroup", { name: "Period" }));
    expect(radios.map((one) => one.getAttribute("aria-checked"))).toEqual([
      "false",
      "true",
      "false",
    ]);
    await userEvent.click(screen.getByRole("radio", { name: "7 days" }));
    expect(chosen).toEqual(["7"]);
  });

  it("of some is neither on nor off, and is switched on from there", async () => {
    const said: boolean[] = [];
    const { rerender } = render(
      <Checkbox label="All" checked={false} partly onChange={(isOn) => said.push(isOn)} />,
    );
    const box = screen.getByRole("checkbox", { name: "All" });
    expect(box.getAttribute("aria-checked")).toBe("mixed");
    rerender(<Checkbox label="All" checked onChange={(isOn) => said.push(isOn)} />);
    expect(box.getAttribute("aria-checked")).toBe("true");
    await userEvent.click(box);
    expect(said).toEqual([false]);
  });

  it("of on and off is switched by its words as well, but not where it is disabled", async () => {
    const said: boolean[] = [];
    const { rerender } = render(
      <Switch
        label="Instant link"
        hint="Before it is all there"
        checked={false}
        onChange={(isOn) => said.push(isOn)}
      />,
    );
    const hinted = { name: "Instant link", description: "Before it is all there" };
    const at = screen.getByRole("switch", hinted);
    expect(at.getAttribute("aria-checked")).toBe("false");
    await userEvent.click(screen.getByText("Instant link"));
    expect(said).toEqual([true]);
    rerender(<Switch label="Instant link" checked disabled onChange={(isOn) => said.push(isOn)} />);
    expect(at.getAttribute("aria-checked")).toBe("true");
    expect(at.hasAttribute("aria-describedby")).toBe(false);
    await userEvent.click(at);
    expect(said).toEqual([true]);
  });
});

const radiosIn = (group: HTMLElement) => [...group.querySelectorAll<HTMLElement>("[role=radio]")];

function TabsOnPage() {
  const [value, setValue] = useState<"notes" | "text" | "facts">("facts");
  return (
    <Tabs
      label="Parts"
      value={value}
      onChange={setValue}
      tabs={[
        { value: "notes", label: "Notes", content: <input aria-label="Note" />, keeps: true },
        { value: "text", label: "Text", content: <input aria-label="Text" /> },
        { value: "facts", label: "Facts", content: "Only facts" },
      ]}
    />
  );
}

test("a tab that keeps what is written in it is drawn when it is first looked at, and not let go then", async () => {
  render(<TabsOnPage />);
  const tab = (name: string) => screen.getByRole("tab", { name });
  expect(screen.getByRole("tablist", { name: "Parts" })).toBeDefined();
  expect(tab("Facts").getAttribute("aria-selected")).toBe("true");
  expect(screen.getByRole("tabpanel").textContent).toBe("Only facts");
  expect(screen.queryByLabelText("Note"), "not before it is looked at").toBeNull();
  for (const name of ["Note", "Text"]) {
    await userEvent.click(tab(name === "Note" ? "Notes" : "Text"));
    await userEvent.type(screen.getByRole("textbox", { name }), "written");
  }
  await userEvent.click(tab("Facts"));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Text" })).toBeNull());
  await userEvent.click(tab("Notes"));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Note" }).value).toBe("written");
  await userEvent.click(tab("Text"));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Text" }).value).toBe("");
});

test("a button that writes is busy until the write is through, and can then be pressed again", async () => {
  let answer = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  const write = { mutationFn: (input: string) => answer.promise.then(() => sent.push(input)) };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WriteButton write={write} input="this">
        Keep
      </WriteButton>
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Keep" });
  const said = (one: HTMLElement) =>
    ["aria-busy", "aria-disabled"].map((name) => one.getAttribute(name));
  for (const times of [1, 2]) {
    await userEvent.click(button);
    await waitFor(() => expect(said(button)).toEqual(["true", "true"]));
    await userEvent.click(button);
    answer.resolve();
    await waitFor(() => expect(said(button)).toEqual([null, null]));
    expect(sent).toEqual(Array(times).fill("this"));
    answer = Promise.withResolvers();
  }
});
