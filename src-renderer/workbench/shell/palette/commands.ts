import { answerAsUsual, answerFromNowOn, beginRule } from '../../features/answers/answer-commands'
import { QUICK_ANSWERS } from '../../features/answers/presets'
import { PAGES } from '../pages'
import { openView } from '../../navigation/callback-view'
import { STEPS, advance, advanceToNext, setClockTo } from '../../state/clock-commands'
import type { BenchClient } from '../../../../src-main/protocol/client'
import type { ProjectView } from '../../../../src-main/protocol/projects'
import { openDialog } from '../../state/dialogs'
import { openShop } from '../../navigation/shop-window'
import { faultItems } from './fault-items'
import { filterItems } from './filter-items'
import { replayItems } from './replay-items'
import { ruleItems } from './rule-items'
import { trafficItems } from './traffic-items'
import { undoItems } from './undo-items'
import { messageItems } from './message-items'
import { sessionItems } from './session-items'
import type { ShownMessages } from '../../list/shown-rows'
import type { SessionWork } from '../../features/workspaces/session-work'
import type { ReplayJob } from '../../../../src-main/protocol/replay'
import type { OpenSession, SessionView } from '../../../../src-main/protocol/sessions'
import { LICENCES, setPreferences } from '../../state/preferences'
import type { PaletteItem } from './palette-item'

/** What is on the screen and under way, as far as commands depend on it. */
export interface Surroundings {
  readonly messages: ShownMessages | null
  /** The bulk replay that is going on. */
  readonly replay: ReplayJob | undefined
  readonly sessions: readonly SessionView[]
  readonly session: OpenSession | undefined
  readonly sessionWork: SessionWork | null
  /** What the clock comes to next, and when, in words. */
  readonly next: { readonly words: string; readonly isFar: boolean } | null
}

/** What the palette offers. */
export function commonItems(
  bench: BenchClient,
  projects: readonly ProjectView[],
  /** Address of the demo shop; null before the listeners are known. */
  shop: string | null,
  now: Surroundings,
): readonly PaletteItem[] {
  const { messages } = now
  return [
    {
      id: 'new',
      does: 'payments.create',
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
            does: 'preview.create',
            group: 'Commands',
            icon: 'shop',
            label: 'Open the demo shop',
            run: () => openShop(shop),
          } as const,
        ]),
    ...undoItems(),
    ...messageItems(bench, messages),
    ...replayItems(bench, messages, now.replay),
    ...faultItems(bench, messages),
    ...ruleItems(bench, messages),
    ...trafficItems(bench, messages),
    {
      id: 'answers',
      group: 'Commands',
      icon: 'answer',
      label: 'Answers to callbacks…',
      run: () => openView('answers'),
    },
    {
      id: 'new answer rule',
      does: 'answers.put',
      group: 'Commands',
      icon: 'plus',
      label: 'New answer rule…',
      run: () => beginRule({}),
    },
    ...QUICK_ANSWERS.map((quick): PaletteItem => ({
      id: `answer ${quick.label}`,
      does: 'answers.put',
      group: 'Commands',
      icon: quick.icon,
      label: quick.label,
      note: 'callbacks',
      run: () => void answerFromNowOn(bench, quick.steps),
    })),
    {
      id: 'answer as usual',
      does: 'answers.switch',
      group: 'Commands',
      icon: 'state-delivered',
      label: 'Answer 200 again (switch all answer rules off)',
      note: 'callbacks',
      run: () => void answerAsUsual(bench),
    },
    ...STEPS.map((step): PaletteItem => ({
      id: `advance ${step.ms}`,
      does: 'clock.advance',
      group: 'Clock',
      icon: 'next',
      label: `Advance the clock by ${step.label.slice(1)}`,
      run: () => advance(bench, step.ms),
    })),
    {
      id: 'advance to next',
      does: 'clock.advanceToNext',
      group: 'Clock',
      icon: 'next',
      label: `Advance the clock to the next timer${now.next?.isFar === true ? '…' : ''}`,
      aside: now.next?.words ?? 'no timers',
      run: () => advanceToNext(bench),
    },
    {
      id: 'advance by',
      does: 'clock.advance',
      group: 'Clock',
      icon: 'next',
      label: 'Advance the clock by…',
      run: () => openDialog({ kind: 'advanceBy' }),
    },
    {
      id: 'clock date',
      does: 'clock.set',
      group: 'Clock',
      icon: 'state-scheduled',
      label: 'Set the date and time of the clock…',
      run: () => openDialog({ kind: 'clockDate' }),
    },
    {
      id: 'real time',
      does: 'clock.set',
      group: 'Clock',
      icon: 'undo',
      label: 'Set the clock back to real time…',
      run: () => openDialog({ kind: 'realTime' }),
    },
    {
      id: 'freeze',
      does: 'clock.set',
      group: 'Clock',
      icon: 'state-held',
      label: 'Freeze the clock',
      run: () => setClockTo(bench, { mode: 'frozen' }),
    },
    {
      id: 'live',
      does: 'clock.set',
      group: 'Clock',
      icon: 'state-scheduled',
      label: 'Let the clock run live',
      run: () => setClockTo(bench, { mode: 'live' }),
    },
    {
      id: 'rate',
      does: 'clock.set',
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
    {
      id: 'licences',
      group: 'Go to',
      icon: 'settings',
      label: 'Licences of the parts',
      run: () => setPreferences({ page: 'settings', settings: LICENCES }),
    },
    ...filterItems(),
    ...projects.map((project): PaletteItem => ({
      id: `project ${project.projectId}`,
      group: 'Go to',
      icon: 'shop',
      label: `Project ${project.name}`,
      note: String(project.projectId),
      run: () => setPreferences({ projectId: project.projectId }),
    })),
    ...(projects.length < 2
      ? []
      : [
          {
            id: 'project all',
            group: 'Go to',
            icon: 'shop',
            label: 'All projects',
            run: () => setPreferences({ projectId: null }),
          } as const,
        ]),
    {
      id: 'new project',
      does: 'projects.create',
      group: 'Commands',
      icon: 'plus',
      label: 'New project…',
      run: () => openDialog({ kind: 'createProject' }),
    },
    ...sessionItems(bench, now.sessions, now.session, now.sessionWork),
    {
      id: 'reset',
      does: 'bench.reset',
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
