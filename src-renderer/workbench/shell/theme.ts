import { preferencesStore } from '#window/state/preferences'
import type { Theme } from '#window/state/preferences-shape'
import type { IconName } from '#window/lib/icon-paths.tsx'

interface ThemeEntry {
  readonly theme: Theme
  readonly icon: IconName
  readonly label: string
  readonly sentence: string
}

export const THEMES: readonly ThemeEntry[] = [
  { theme: 'light', icon: 'sun', label: 'Light', sentence: 'Light theme' },
  { theme: 'dark', icon: 'moon', label: 'Dark', sentence: 'Dark theme' },
  { theme: 'system', icon: 'system', label: 'Same as system', sentence: 'Same theme as the system' },
]

function apply(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}

/** Keeps the page in the chosen theme. */
export function followTheme(): void {
  apply(preferencesStore.getState().theme)
  preferencesStore.subscribe(({ theme }) => {
    apply(theme)
  })
}
