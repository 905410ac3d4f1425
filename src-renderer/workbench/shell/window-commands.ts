import type { Command } from '#window/commands/command'
import { LICENCES, PAGES, type Theme } from '#window/state/preferences-shape'
import { capitalized } from '#lib/words'
import { copyPlaceLink } from '#window/navigation/links'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore, setPreferences } from '#window/state/preferences'
import { lastUndoable, runToast } from '#window/state/toasts'

export const THEMES = [
  { theme: 'light', icon: 'sun', label: 'Light', sentence: 'Light theme' },
  { theme: 'dark', icon: 'moon', label: 'Dark', sentence: 'Dark theme' },
  { theme: 'system', icon: 'system', label: 'Same as system', sentence: 'Same theme as the system' },
] as const

function apply(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}

export function followTheme(): void {
  apply(preferencesStore.getState().theme)
  preferencesStore.subscribe(({ theme }) => apply(theme))
}

export const UNDO_LAST: Command = {
  id: 'undo',
  icon: 'undo',
  label: 'Undo the last change',
  note: () => lastUndoable()?.text ?? '',
  when: () => lastUndoable() !== undefined,
  whyNotOffered: () => 'There is nothing to undo.',
  run: () => {
    const last = lastUndoable()
    if (last !== undefined) runToast(last)
  },
}

export const SHOW_KEYS: Command = {
  id: 'keys',
  group: 'Appearance',
  icon: 'keyboard',
  label: 'Keys',
  keys: '?',
  help: 'This list of keys',
  run: () => openDialog({ kind: 'keys' }),
}

export const PAGE_COMMANDS: readonly Command[] = [
  {
    id: 'copy place link',
    group: 'Go to',
    icon: 'copy',
    label: 'Copy the link to this place',
    note: 'with filter and order',
    run: copyPlaceLink,
  },
  ...PAGES.map((page): Command => ({
    id: `page ${page}`,
    group: 'Go to',
    icon: page,
    label: capitalized(page),
    run: () => setPreferences({ page }),
  })),
  {
    id: 'licences',
    group: 'Go to',
    icon: 'settings',
    label: 'Third-party licences',
    run: () => setPreferences({ page: 'settings', settings: LICENCES }),
  },
]

export const LOOK_COMMANDS: readonly Command[] = [
  ...THEMES.map(({ theme, icon, sentence }): Command => ({
    id: `theme ${theme}`,
    group: 'Appearance',
    icon,
    label: sentence,
    run: () => setPreferences({ theme }),
  })),
  SHOW_KEYS,
]
