import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown, Search } from "lucide-react";
import { useState } from "react";
import { type Language, type LanguageCode, languageOf, languages } from "#contract/languages.ts";
import { plain } from "#web/lib/format.ts";
import { controlLook } from "#web/ui/controls/field.tsx";
import { cx } from "#web/ui/cx.ts";
import { itemLook } from "#web/ui/layers/menu.tsx";
import { recentLanguages } from "./recent-languages.ts";

interface Props {
  label: string;
  value: LanguageCode;
  onChange: (code: LanguageCode) => void;
}

interface Group {
  value: string;
  items: Language[];
}

/** One of about 130, found by its code or by either name. */
export function LanguagePicker({ label, value, onChange }: Props) {
  const [typed, type] = useState("");
  const chosen = languageOf(value);
  return (
    <Combobox.Root<Language>
      items={groupsFor(typed)}
      filter={null}
      value={chosen}
      itemToStringLabel={({ english }) => english}
      isItemEqualToValue={(one, other) => one.code === other.code}
      inputValue={typed}
      onInputValueChange={type}
      onOpenChange={() => type("")}
      onValueChange={(language) => language && onChange(language.code)}
      autoHighlight
    >
      <div className="grid gap-1.5">
        <Combobox.Label className="w-fit font-medium text-13">{label}</Combobox.Label>
        <Combobox.Trigger
          className={cx(
            controlLook,
            "flex h-10 items-center justify-between gap-2 text-left data-disabled:opacity-60",
          )}
        >
          <span className="truncate">
            <Names language={chosen} />
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} align="start" className="z-50 w-(--anchor-width)">
          <Combobox.Popup
            aria-label={label}
            className="pop grid max-h-[min(24rem,var(--available-height))] min-w-64 grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-12 border border-line bg-raised shadow-lift outline-none"
          >
            <Found />
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Found() {
  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <Combobox.Input
          aria-label="Find a language"
          placeholder="Find a language"
          className="h-10 w-full bg-transparent text-14 outline-none placeholder:text-ink-3 pointer-coarse:text-16"
        />
      </div>
      <div className="overflow-y-auto overscroll-contain">
        <Combobox.Empty className="text-14 text-ink-2 [&:not(:empty)]:p-4">
          No such language. Try its name in English, its own, or its code.
        </Combobox.Empty>
        <Combobox.List className="p-1 [&:empty]:p-0">
          {(group: Group) => (
            <Combobox.Group key={group.value} items={group.items}>
              <Combobox.GroupLabel className="px-2.5 py-1.5 font-medium text-12 text-ink-3">
                {group.value}
              </Combobox.GroupLabel>
              <Combobox.Collection>
                {(language: Language) => (
                  <Combobox.Item
                    key={language.code}
                    value={language}
                    className={cx(itemLook, "justify-between")}
                  >
                    <span className="min-w-0 truncate">
                      <Names language={language} />
                    </span>
                    <Combobox.ItemIndicator>
                      <Check aria-hidden="true" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.Collection>
            </Combobox.Group>
          )}
        </Combobox.List>
      </div>
    </>
  );
}

function Names({ language: { code, english, own } }: { language: Language }) {
  return (
    <>
      {english}
      {own !== english && (
        <span className="text-ink-3">
          {" · "}
          <bdi lang={code}>{own}</bdi>
        </span>
      )}
    </>
  );
}

/** Before anything is typed, what was chosen before comes first. */
function groupsFor(typed: string): Group[] {
  const recent = typed.trim() === "" ? recentLanguages() : [];
  const others = languages.filter(({ code }) => !recent.includes(code));
  return [
    { value: "Recent", items: recent.map(languageOf) },
    {
      value: recent.length > 0 ? "All languages" : "Languages",
      items: findLanguages(typed, others),
    },
  ].filter(({ items }) => items.length > 0);
}

/** The languages that a few letters may mean, by code or by either name; the likeliest first. */
export function findLanguages(typed: string, among: readonly Language[] = languages): Language[] {
  const wanted = plain(typed.trim());
  return among
    .map((language) => ({ language, rank: rankOf(language, wanted) }))
    .filter(({ rank }) => rank < NOT_AT_ALL)
    .sort((one, other) => one.rank - other.rank)
    .map(({ language }) => language);
}

const NOT_AT_ALL = 4;

function rankOf({ code, english, own }: Language, wanted: string) {
  if (code === wanted) return 0;
  const names = [plain(english), plain(own)];
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.includes(` ${wanted}`) || name.includes(`(${wanted}`))) return 2;
  return names.some((name) => name.includes(wanted)) ? 3 : NOT_AT_ALL;
}
