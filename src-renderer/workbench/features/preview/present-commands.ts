import { chooseLanguage, FORM_LANGUAGES } from '#domain/form/languages'
import type { Command } from '#window/commands/command'
import { setPreferences } from '#window/state/preferences'
import { previewMode } from '#protocol/projects'
import { type PreviewDraft, textOf } from './draft'
import { usePreview, setDraft, setParameter } from './preview-store'
import { DEVICES } from './Stage'

export const PRESENT: Command = {
  id: 'present',
  icon: 'fit',
  label: 'Present',
  sentence: 'Present the form without the workbench',
  run: () => {
    setPreferences({ page: 'preview' })
    usePreview.setState({ stage: 'form' })
  },
}

const draftNow = () => usePreview.getState().draft

const nextOf = <Value>(values: readonly Value[], value: Value): Value =>
  values[(values.indexOf(value) + 1) % values.length] ?? value

/** The theme that the form has: without the parameter, that of the system, because the shop says `auto`. */
export function formTheme({ rows }: PreviewDraft): 'light' | 'dark' {
  const theme = rows.find(({ name }) => name === '_theme')?.value ?? 'auto'
  const isDark = theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  return isDark ? 'dark' : 'light'
}

export const AGAIN: Command = {
  id: 'stage again',
  icon: 'undo',
  label: 'Again',
  keys: 'A',
  help: 'Open the form again, with a new payment',
  run() {
    usePreview.setState({ opened: null })
    setDraft({})
  },
}

export const SHOW_EVENTS: Command = {
  id: 'stage events',
  icon: 'traffic',
  label: 'Events',
  keys: 'E',
  help: 'Show or hide the events',
  run: () => usePreview.setState(({ stage }) => ({ stage: stage === 'events' ? 'form' : 'events' })),
}

export const FULL_SCREEN: Command = {
  id: 'stage full screen',
  icon: 'laptop',
  label: 'Full screen',
  keys: 'F',
  run: () =>
    document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen(),
}

/** Leaves the stage even while the events are shown, unlike {@link LEAVE_STAGE}; the Leave button calls it. */
export async function leaveStage(): Promise<void> {
  usePreview.setState({ stage: null })
  if (document.fullscreenElement !== null) await document.exitFullscreen()
}

export const LEAVE_STAGE: Command = {
  id: 'stage leave',
  icon: 'close',
  label: 'Leave',
  keys: 'Esc',
  help: 'Hide the events; press again to leave',
  run: () => {
    if (usePreview.getState().stage !== 'events') return leaveStage()
    usePreview.setState({ stage: 'form' })
    return undefined
  },
}

/** The commands whose controls are choices or menus; their keys are shown beside them. */
export const NEXT = {
  mode: {
    id: 'stage mode',
    icon: 'preview',
    label: 'Next mode',
    keys: 'M',
    run: () => setDraft({ mode: nextOf(previewMode.options, draftNow().mode) }),
  },
  device: {
    id: 'stage device',
    icon: 'phone',
    label: 'Next device',
    keys: 'D',
    run: () =>
      setDraft({
        device: nextOf(
          DEVICES.map(({ name }) => name),
          draftNow().device,
        ),
      }),
  },
  language: {
    id: 'stage language',
    icon: 'note',
    label: 'Next language',
    keys: 'L',
    run: () => {
      const { rows } = draftNow()
      // Without the parameter, the form has chosen the shown language, which must not come next.
      const requested = textOf(rows, 'language_code') || null
      const shown = chooseLanguage(requested, navigator.languages, textOf(rows, 'region_code'))
      setParameter('language_code', nextOf(FORM_LANGUAGES, shown))
    },
  },
  theme: {
    id: 'stage theme',
    icon: 'moon',
    label: 'Light or dark form',
    keys: 'T',
    run: () => setParameter('_theme', formTheme(draftNow()) === 'dark' ? 'light' : 'dark'),
  },
  card: {
    id: 'stage cards',
    icon: 'card',
    label: 'Choose a test card to fill in',
    keys: 'C',
    run: () => usePreview.setState({ showsCards: true }),
  },
} as const satisfies Readonly<Record<string, Command>>

/** What keys do while the form is presented. */
export const STAGE_COMMANDS: readonly Command[] = [
  ...Object.values(NEXT),
  AGAIN,
  SHOW_EVENTS,
  FULL_SCREEN,
  LEAVE_STAGE,
]
