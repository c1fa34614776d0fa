import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "#web/lib/browser/theme.ts";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

export function AppearanceCard() {
  const [theme, setTheme] = useTheme();
  return (
    <SettingsCard title="Appearance" help="For this browser only." anchor="appearance">
      <Segmented
        label="Theme"
        value={theme}
        onChange={setTheme}
        choices={[
          {
            value: "system",
            label: (
              <>
                <Monitor /> System
              </>
            ),
          },
          {
            value: "light",
            label: (
              <>
                <Sun /> Light
              </>
            ),
          },
          {
            value: "dark",
            label: (
              <>
                <Moon /> Dark
              </>
            ),
          },
        ]}
      />
    </SettingsCard>
  );
}
