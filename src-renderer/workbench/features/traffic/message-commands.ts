import { scopeOf } from '#window/list/use-live-list'
import type { BenchClient } from '#protocol/client'
import type { Command } from '#window/commands/command'
import { formatCount } from '#lib/words'
import { type Chosen, chosenNumber } from '#window/list/selection'
import type { ShownMessages } from '#window/list/shown-rows'
import { copyCallbackLink, copyExchangeLink, openAnnotation } from '#window/navigation/links'
import { copyAsCurl, copyAsRaw, harParams } from './copy-many'
import { pickHar, saveHar } from './har-jobs'
import { editAndSend, sendAgain } from './resend-request'
import { openPlace, preferencesStore } from '#window/state/preferences'

/** A message in a list. `chosen`: the selected messages, or only this one. */
export interface ChosenMessage {
  readonly list: ShownMessages['list']
  readonly id: string
  readonly chosen: Chosen
}

export const messageWord = ({ list }: ChosenMessage): string => (list === 'traffic' ? 'request' : 'message')

export function chosenWords(subject: ChosenMessage): string {
  const count = chosenNumber(subject.chosen)
  return count === 1
    ? `this ${messageWord(subject)}`
    : `the ${formatCount(count)} selected ${messageWord(subject)}s`
}

const countOf = ({ chosen }: ChosenMessage): string => {
  const count = chosenNumber(chosen)
  return count === 1 ? '' : ` (${formatCount(count)})`
}

/** A command on all chosen messages: `Copy as curl (12)`. */
const onChosen = (
  verb: 'Copy' | 'Save',
  format: string,
  run: (bench: BenchClient, chosen: Chosen) => void,
): Command<ChosenMessage> => ({
  id: `${verb} ${format}`,
  icon: verb === 'Copy' ? 'copy' : 'download',
  label: (subject) => `${verb} as ${format}${countOf(subject)}`,
  sentence: (subject) => `${verb} ${chosenWords(subject)} as ${format}`,
  run: (bench, { chosen }) => run(bench, chosen),
})

export const MESSAGE_COMMANDS: readonly Command<ChosenMessage>[] = [
  { ...onChosen('Copy', 'curl', copyAsCurl), keys: 'Ctrl C', help: 'Copy as curl' },
  onChosen('Copy', 'raw HTTP', copyAsRaw),
  {
    id: 'annotate',
    icon: 'note',
    label: 'Note and labels…',
    sentence: (subject) => `Note and labels of this ${messageWord(subject)}…`,
    keys: 'M',
    does: 'annotations.set',
    run: (bench, { list, id }) =>
      openAnnotation(bench, { kind: list === 'callbacks' ? 'callback' : 'exchange', id }),
  },
  {
    id: 'copy link',
    icon: 'copy',
    label: 'Copy link',
    sentence: (subject) => `Copy the link to this ${messageWord(subject)}`,
    run: (_bench, { list, id }) => {
      if (list === 'traffic') copyExchangeLink(id)
      else copyCallbackLink(list === 'captures' ? 'captured' : 'sent', id)
    },
  },
  onChosen('Save', 'HAR', (bench, chosen) => saveHar(bench, harParams(chosen))),
]

export const REQUEST_COMMANDS = {
  sendAgain: {
    id: 'send again',
    icon: 'undo',
    label: 'Send again',
    sentence: 'Send this request again',
    keys: 'R',
    does: 'exchanges.resend',
    run: (bench, { id }) => sendAgain(bench, id),
  },
  edit: {
    id: 'edit and send',
    icon: 'code',
    label: 'Edit and send…',
    sentence: 'Edit and send this request…',
    keys: 'E',
    does: 'exchanges.resend',
    run: (_bench, { id }) => editAndSend(id),
  },
} satisfies Readonly<Record<string, Command<Pick<ChosenMessage, 'id'>>>>

const isByPayment = (): boolean => preferencesStore.getState().traffic.view === 'payment'

export const SAVE_EVERYTHING: Command = {
  id: 'save all har',
  icon: 'download',
  label: 'Save everything as HAR, including callbacks',
  run: (bench) => saveHar(bench, { callbacks: true }),
}

export const IMPORT_HAR: Command = {
  id: 'import har',
  icon: 'up',
  label: 'Import a HAR file…',
  does: 'traffic.importHar',
  run: pickHar,
}

export const TRAFFIC_COMMANDS: readonly Command[] = [
  {
    id: 'order traffic',
    icon: 'traffic',
    label: () => `Order Traffic by ${isByPayment() ? 'time' : 'payment'}`,
    run: () => openPlace('traffic', { view: isByPayment() ? 'time' : 'payment' }),
  },
  {
    id: 'save har',
    icon: 'download',
    label: 'Save traffic as HAR',
    note: () => preferencesStore.getState().traffic.query,
    run: (bench) => {
      const { traffic, projectId } = preferencesStore.getState()
      saveHar(bench, scopeOf(traffic.query, projectId ?? undefined))
    },
  },
  SAVE_EVERYTHING,
  IMPORT_HAR,
]
