import { answerAsUsual, answerFromNowOn } from '../answers/answer-commands'
import { QUICK_ANSWERS } from '../answers/presets'
import { PAGES } from '../app/pages'
import { openView } from '../callbacks/callback-view'
import { STEPS, advance, advanceToNext, setClockTo } from '../state/clock-commands'
import type { BenchClient } from '../../../src-main/contract/client'
import type { ProjectView } from '../../../src-main/contract/projects'
import { openDialog } from '../state/dialogs'
import { openShop } from '../preview/shop-window'
import { faultItems } from './fault-items'
import { filterItems } from './filter-items'
import { replayItems } from './replay-items'
import { ruleItems } from './rule-items'
import { trafficItems } from './traffic-items'
import { pickSession } from '../sessions/pick-session'
import { closeSession } from '../state/own-session'
import { setPreferences } from '../state/preferences'
import type { PaletteItem } from './palette-item'

/** What the palette offers whatever is selected. */
export function commonItems(
  bench: BenchClient,
  projects: readonly ProjectView[],
  /** Address of the demo shop; null before the listeners are known. */
  shop: string | null,
): readonly PaletteItem[] {
  return [
    {
      id: 'new',
      group: 'Commands',
      icon: 'plus',
      label: 'New payment…',
      note: 'N',
      run: () => openDialog({ kind: 'newPayment' }),
    },
    {
      id: 'preview',
      group: 'Commands',
      icon: 'preview',
      label: 'Preview the form…',
      run: () => setPreferences({ page: 'preview' }),
    },
    ...(shop === null
      ? []
      : [
          {
            id: 'shop',
            group: 'Commands',
            icon: 'shop',
            label: 'Open the demo shop',
            run: () => openShop(shop),
          } as const,
        ]),
    ...replayItems(bench),
    ...faultItems(bench),
    ...ruleItems(bench),
    ...trafficItems(bench),
    {
      id: 'answers',
      group: 'Commands',
      icon: 'answer',
      label: 'Answers to callbacks…',
      run: () => openView('answers'),
    },
    ...QUICK_ANSWERS.map((quick): PaletteItem => ({
      id: `answer ${quick.label}`,
      group: 'Commands',
      icon: quick.icon,
      label: quick.label,
      note: 'callbacks',
      run: () => void answerFromNowOn(bench, quick.steps),
    })),
    {
      id: 'answer as usual',
      group: 'Commands',
      icon: 'state-delivered',
      label: 'Answer 200 again (switch all answer rules off)',
      note: 'callbacks',
      run: () => void answerAsUsual(bench),
    },
    ...STEPS.map((step): PaletteItem => ({
      id: `advance ${step.ms}`,
      group: 'Clock',
      icon: 'next',
      label: `Advance the clock by ${step.label.slice(1)}`,
      run: () => advance(bench, step.ms),
    })),
    {
      id: 'advance to next',
      group: 'Clock',
      icon: 'next',
      label: 'Advance the clock to the next timer',
      run: () => advanceToNext(bench),
    },
    {
      id: 'advance by',
      group: 'Clock',
      icon: 'next',
      label: 'Advance the clock by…',
      run: () => openDialog({ kind: 'advanceBy' }),
    },
    {
      id: 'freeze',
      group: 'Clock',
      icon: 'state-held',
      label: 'Freeze the clock',
      run: () => setClockTo(bench, { mode: 'frozen' }),
    },
    {
      id: 'live',
      group: 'Clock',
      icon: 'state-scheduled',
      label: 'Let the clock run live',
      run: () => setClockTo(bench, { mode: 'live' }),
    },
    {
      id: 'rate',
      group: 'Clock',
      icon: 'next',
      label: 'Let the clock run faster…',
      run: () => openDialog({ kind: 'clockRate' }),
    },
    ...PAGES.map((entry): PaletteItem => ({
      id: `page ${entry.page}`,
      group: 'Go to',
      icon: entry.icon,
      label: entry.label,
      run: () => setPreferences({ page: entry.page }),
    })),
    ...filterItems(),
    ...projects.map((project): PaletteItem => ({
      id: `project ${project.projectId}`,
      group: 'Go to',
      icon: 'shop',
      label: `Project ${project.name}`,
      note: String(project.projectId),
      run: () => setPreferences({ projectId: project.projectId }),
    })),
    {
      id: 'new project',
      group: 'Commands',
      icon: 'plus',
      label: 'New project…',
      run: () => openDialog({ kind: 'createProject' }),
    },
    {
      id: 'export session',
      group: 'Commands',
      icon: 'download',
      label: 'Export session…',
      run: () => openDialog({ kind: 'exportSession' }),
    },
    {
      id: 'open session',
      group: 'Commands',
      icon: 'up',
      label: 'Open session file…',
      run: () => pickSession(bench),
    },
    {
      id: 'own session',
      group: 'Commands',
      icon: 'back',
      label: 'Back to your own session',
      run: () => closeSession(bench),
    },
    {
      id: 'reset',
      group: 'Commands',
      icon: 'trash',
      label: 'Reset the bench…',
      run: () => openDialog({ kind: 'resetBench' }),
    },
    ...(['light', 'dark', 'system'] as const).map((theme): PaletteItem => ({
      id: `theme ${theme}`,
      group: 'Look',
      icon: theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system',
      label: theme === 'system' ? 'Theme as the system' : `${theme === 'light' ? 'Light' : 'Dark'} theme`,
      run: () => setPreferences({ theme }),
    })),
    {
      id: 'keys',
      group: 'Look',
      icon: 'keyboard',
      label: 'Keys',
      note: '?',
      run: () => openDialog({ kind: 'keys' }),
    },
  ]
}

/** Lines that contain every word that was typed; those that begin with the text come first. */
export function matching(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/)
  const fits = (item: PaletteItem): boolean => {
    const hay = `${item.label} ${item.note ?? ''} ${item.group}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
  const rank = (item: PaletteItem): number => (item.label.toLowerCase().startsWith(text) ? 0 : 1)
  return items.filter(fits).toSorted((left, right) => rank(left) - rank(right))
}
