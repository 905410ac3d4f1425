import { preferencesStore } from '#window/state/preferences'
import type { Theme } from '#window/state/preferences-shape'

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
