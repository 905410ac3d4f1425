import type { BenchClient } from '#protocol/client'
import type { ProjectView } from '#protocol/projects'
import type { ReplayJob } from '#protocol/replay'
import type { OpenSession, SessionView } from '#protocol/sessions'
import type { SessionWork } from '#window/features/sessions/session-work'
import type { ShownMessages } from '#window/list/shown-rows'
import { copyPlaceLink } from '#window/navigation/copy-link'
import { openShop } from '#window/navigation/shop-window'
import { openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { LICENCES } from '#window/state/preferences-shape'
import { lastUndoable, runToast } from '#window/state/toasts'
import { PAGES } from '#window/shell/pages'
import { clockItems, type NextTimer } from './clock-items'
import { faultItems } from './fault-items'
import { filterItems } from './filter-items'
import { messageItems } from './message-items'
import type { PaletteItem } from './palette-item'
import { replayItems } from './replay-items'
import { scenarioItems } from './scenario-items'
import { sessionItems } from './session-items'
import { trafficItems } from './traffic-items'
import { answerAsUsual, answerFromNowOn, beginRule } from '#window/features/answers/answer-commands'
import { QUICK_ANSWERS } from '#window/features/answers/presets'
import { openView } from '#window/navigation/callback-view'
import { openExam, stopExam } from '#window/features/exam/exam-commands'

/** The visible content and running work, as far as commands depend on them. */
export interface Surroundings {
  readonly messages: ShownMessages | null
  /** The running bulk replay. */
  readonly replay: ReplayJob | undefined
  readonly sessions: readonly SessionView[]
  readonly session: OpenSession | undefined
  readonly sessionWork: SessionWork | null
  readonly next: NextTimer | null
}

/** What the palette offers before anything is typed, in its order. */
export function commonItems(
  bench: BenchClient,
  projects: readonly ProjectView[],
  /** Address of the demo shop; null before the listeners are known. */
  shop: string | null,
  now: Surroundings,
): readonly PaletteItem[] {
  const { messages } = now
  return [
    ...beginningItems(shop),
    ...undoItems(),
    ...messageItems(bench, messages),
    ...replayItems(bench, messages, now.replay),
    ...faultItems(bench, messages),
    ...trafficItems(bench, messages),
    ...answerItems(bench),
    ...clockItems(bench, now.next),
    ...scenarioItems(bench),
    ...examItems(bench),
    ...pageItems(),
    ...filterItems(),
    ...projectItems(projects),
    ...sessionItems(bench, now.sessions, now.session, now.sessionWork),
    RESET,
    ...lookItems(),
  ]
}

/** Commands that create a payment. */
function beginningItems(shop: string | null): readonly PaletteItem[] {
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
  ]
}

/** Undo for the last action, also after its toast is gone. */
function undoItems(): readonly PaletteItem[] {
  const last = lastUndoable()
  if (last === undefined) return []
  return [
    {
      id: 'undo',
      group: 'Commands',
      icon: 'undo',
      label: 'Undo the last change',
      note: last.text,
      run: () => runToast(last),
    },
  ]
}

function pageItems(): readonly PaletteItem[] {
  return [
    {
      id: 'copy place link',
      group: 'Go to',
      icon: 'copy',
      label: 'Copy the link to this place',
      note: 'with filter and order',
      run: copyPlaceLink,
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
      label: 'Third-party licences',
      run: () => setPreferences({ page: 'settings', settings: LICENCES }),
    },
  ]
}

function projectItems(projects: readonly ProjectView[]): readonly PaletteItem[] {
  return [
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
  ]
}

const RESET: PaletteItem = {
  id: 'reset',
  does: 'bench.reset',
  group: 'Commands',
  icon: 'trash',
  label: 'Reset the bench…',
  run: () => openDialog({ kind: 'resetBench' }),
}

function lookItems(): readonly PaletteItem[] {
  return [
    ...(['light', 'dark', 'system'] as const).map((theme): PaletteItem => ({
      id: `theme ${theme}`,
      group: 'Appearance',
      icon: theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system',
      label:
        theme === 'system' ? 'Same theme as the system' : `${theme === 'light' ? 'Light' : 'Dark'} theme`,
      run: () => setPreferences({ theme }),
    })),
    {
      id: 'keys',
      group: 'Appearance',
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

/** What the merchant listener answers. */
function answerItems(bench: BenchClient): readonly PaletteItem[] {
  return [
    {
      id: 'answers',
      group: 'Commands',
      icon: 'answer',
      label: 'Responses to callbacks…',
      run: () => openView('answers'),
    },
    {
      id: 'new answer rule',
      does: 'answers.put',
      group: 'Commands',
      icon: 'plus',
      label: 'New response rule…',
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
      label: 'Respond 200 again (turn off all response rules)',
      note: 'callbacks',
      run: () => void answerAsUsual(bench),
    },
  ]
}

/** The exam of a merchant. */
function examItems(bench: BenchClient): readonly PaletteItem[] {
  return [
    {
      id: 'exam',
      group: 'Commands',
      icon: 'exam',
      label: 'Examine a merchant…',
      run: openExam,
    },
    {
      id: 'exam stop',
      does: 'exam.stop',
      group: 'Commands',
      icon: 'stop',
      label: 'Stop the exam',
      run: () => stopExam(bench),
    },
  ]
}
