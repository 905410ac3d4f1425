import type { Command } from '#window/commands/command'
import { LICENCES } from '#window/state/preferences-shape'
import { copyPlaceLink } from '#window/navigation/copy-link'
import { openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { lastUndoable, runToast } from '#window/state/toasts'
import { PAGES } from './pages'
import { THEMES } from './theme'

/** Undo for the last action, also after its toast is gone. */
export const UNDO_LAST: Command = {
  id: 'undo',
  icon: 'undo',
  label: 'Undo the last change',
  note: () => lastUndoable()?.text ?? '',
  when: () => lastUndoable() !== undefined,
  run: () => {
    const last = lastUndoable()
    if (last !== undefined) runToast(last)
  },
}

export const PREVIEW_FORM: Command = {
  id: 'preview',
  icon: 'preview',
  label: 'Preview the form…',
  run: () => setPreferences({ page: 'preview' }),
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

/** Every page, and the link to what is shown. */
export const PAGE_COMMANDS: readonly Command[] = [
  {
    id: 'copy place link',
    group: 'Go to',
    icon: 'copy',
    label: 'Copy the link to this place',
    note: 'with filter and order',
    run: copyPlaceLink,
  },
  ...PAGES.map(({ page, icon, label }): Command => ({
    id: `page ${page}`,
    group: 'Go to',
    icon,
    label,
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

/** Themes, and the list of keys. */
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
