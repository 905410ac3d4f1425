import type { BenchClient } from '#protocol/client'
import type { ProjectView } from '#protocol/projects'
import type { CallbackDetail } from '#protocol/messages'
import type { ReplayJob } from '#protocol/replay'
import { type Command, isOffered, runCommand, wordsFor } from '#window/commands/command'
import { ANSWER_COMMANDS } from '#window/features/answers/answer-commands'
import {
  CHECK_COMMANDS,
  COMPARE_RECEIVED,
  EXPLAIN,
  REPLAY_COMMANDS,
  RULE_COMMANDS,
} from '#window/features/callbacks/callback-commands'
import { CLOCK_COMMANDS } from '#window/features/clock/clock-commands'
import { EXAM_COMMANDS } from '#window/features/exam/exam-commands'
import { FAULT_COMMANDS } from '#window/features/faults/fault-commands'
import { NEW_PAYMENT } from '#window/features/payments/payment-commands'
import { PRESENT } from '#window/features/preview/present-commands'
import { BULK_COMMANDS } from '#window/features/replay/bulk-jobs'
import { COMPOSE } from '#window/features/replay/replay-commands'
import { RETRY_COMMANDS } from '#window/features/retries/retry-commands'
import { filterCommands } from '#window/features/saved-filters/saved-filters'
import { SCENARIOS_COMMANDS, scenarioLinks } from '#window/features/scenarios/scenario-commands'
import { type Sessions, sessionCommands } from '#window/features/sessions/session-commands'
import { projectCommands, RESET } from '#window/features/settings/settings-commands'
import {
  type ChosenMessage,
  MESSAGE_COMMANDS,
  REQUEST_COMMANDS,
  TRAFFIC_COMMANDS,
} from '#window/features/traffic/message-commands'
import type { ShownMessages } from '#window/list/shown-rows'
import { OPEN_SHOP } from '#window/navigation/links'
import { LOOK_COMMANDS, PAGE_COMMANDS, UNDO_LAST } from '#window/shell/window-commands'
import { NOTIFY } from '#window/shell/notifications'
import type { MethodName } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'

export type PaletteGroup =
  | NonNullable<Command['group']>
  | 'Payments'
  | 'Callbacks'
  | 'Captured requests'
  | 'Traffic'
  | 'Commands'
  | 'Continue with'

export interface PaletteItem {
  readonly id: string
  readonly group: PaletteGroup
  readonly icon: IconName
  readonly label: string
  readonly note?: string
  readonly aside?: string
  /** Why the item cannot run now; null if it can. */
  readonly reason?: string | null
  /** The method that the item calls, directly or from a dialog; while it cannot be called, the item only says why. */
  readonly does?: MethodName | undefined
  readonly run: () => void
  /** Ctrl+Enter: opens the list that contains the item, filtered by the typed text. */
  readonly runFiltered?: () => void
  /** The text that the item puts into the search box; the palette stays open. */
  readonly completes?: string
}

export interface Surroundings extends Sessions {
  readonly messages: ShownMessages | null
  /** The shown callback; null if none is shown, or until it is read. */
  readonly callback: CallbackDetail | null
  readonly replay: ReplayJob | undefined
}

/** @param group the group for commands without one */
export function linesOf<Subject>(
  bench: BenchClient,
  commands: readonly Command<Subject>[],
  subject: Subject,
  group: PaletteGroup = 'Commands',
): readonly PaletteItem[] {
  return commands.flatMap((command): PaletteItem[] => {
    const { id, icon, label, sentence = label, keys, note = '', aside, does } = command
    const reason = isOffered(command, subject)
      ? (command.whyNot?.(subject) ?? null)
      : command.whyNotOffered?.(subject)
    if (reason === undefined) return []
    return [
      {
        id,
        icon,
        does,
        reason,
        group: command.group ?? group,
        label: wordsFor(sentence, subject),
        note: keys ?? wordsFor(note, subject),
        ...(aside === undefined ? {} : { aside: wordsFor(aside, subject) }),
        run: () => runCommand(bench, command, subject),
      },
    ]
  })
}

/** The message that a page shows, chosen or newest; null if it shows none. */
export function shownMessage(messages: ShownMessages | null): ChosenMessage | null {
  if (messages === null || messages.id === null || messages.id === COMPOSE) return null
  const { list, id, chosen } = messages
  return { list, id, chosen: chosen ?? { kind: 'ids', ids: [id] } }
}

function messageLines(
  bench: BenchClient,
  message: ChosenMessage,
  callback: Surroundings['callback'],
): readonly PaletteItem[] {
  const lines = (commands: readonly Command<ChosenMessage>[]) => linesOf(bench, commands, message)
  const common = lines([...MESSAGE_COMMANDS, EXPLAIN, ...RULE_COMMANDS])
  if (message.list === 'traffic') return [...common, ...lines(Object.values(REQUEST_COMMANDS))]
  const replays = lines([...REPLAY_COMMANDS, COMPARE_RECEIVED])
  if (message.list === 'captures') return [...replays, ...common]
  const { id } = message
  const steps = linesOf(bench, RETRY_COMMANDS, { id, callback })
  return [...replays, ...common, ...lines(CHECK_COMMANDS), ...steps]
}

export function commonItems(
  bench: BenchClient,
  projects: readonly ProjectView[],
  now: Surroundings,
): readonly PaletteItem[] {
  const message = shownMessage(now.messages)
  const lines = (commands: readonly Command<Surroundings>[]) => linesOf(bench, commands, now)
  return [
    ...lines([NEW_PAYMENT, PRESENT, OPEN_SHOP, UNDO_LAST]),
    ...(message === null ? [] : messageLines(bench, message, now.callback)),
    ...lines([...BULK_COMMANDS, ...FAULT_COMMANDS, ...TRAFFIC_COMMANDS, ...ANSWER_COMMANDS]),
    ...linesOf(bench, CLOCK_COMMANDS, now, 'Clock'),
    ...lines([
      ...SCENARIOS_COMMANDS,
      ...scenarioLinks(),
      ...EXAM_COMMANDS,
      ...PAGE_COMMANDS,
      ...filterCommands(),
      ...projectCommands(projects),
      ...sessionCommands(now),
      RESET,
      ...LOOK_COMMANDS,
      NOTIFY,
    ]),
  ]
}

/** Lines that contain every typed word: first those that begin with the text, last those that cannot run. */
export function matching(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/)
  const fits = (item: PaletteItem): boolean => {
    const hay = `${item.label} ${item.note ?? ''} ${item.group}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
  const rank = ({ label, reason = null }: PaletteItem): number =>
    (label.toLowerCase().startsWith(text) ? 0 : 1) + (reason === null ? 0 : 2)
  return items.filter(fits).toSorted((left, right) => rank(left) - rank(right))
}
