/** Light or dark: as the system wants it, until a person chooses. */
import { useEffect, useState } from "preact/hooks";
import type { Theme } from "./colours.ts";

const STORED = "plumbline.theme";
const DARK = "(prefers-color-scheme: dark)";

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(STORED);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // storage may be forbidden
  }
}

export function useTheme(): [Theme, () => void] {
  const [chosen, setChosen] = useState(stored);
  const [system, setSystem] = useState<Theme>(() => (matchMedia(DARK).matches ? "dark" : "light"));
  useEffect(() => {
    const media = matchMedia(DARK);
    const follow = (): void => setSystem(media.matches ? "dark" : "light");
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  const theme = chosen ?? system;
  document.documentElement.dataset["theme"] = theme;
  const toggle = (): void => {
    const next: Theme = theme === "dark" ? "light" : "dark";
    setChosen(next);
    try {
      localStorage.setItem(STORED, next);
    } catch {
      // then it holds until the page is closed
    }
  };
  return [theme, toggle];
}
