import type { Command } from '#window/commands/command'
import { formatCount } from '#window/lib/figures'
import { type Chosen, chosenNumber } from '#window/list/chosen-messages'
import type { ShownMessages } from '#window/list/shown-rows'
import { copyCallbackLink, copyExchangeLink } from '#window/navigation/copy-link'
import { openAnnotation } from '#window/navigation/open-annotation'
import { harParams } from './chosen'
import { copyAsCurl, copyAsRaw, goesToFile } from './copy-many'
import { saveHar } from './har-jobs'
import { editAndSend, sendAgain } from './resend-request'

/** A message of a list, and the rows that were chosen with it, else it alone. */
export interface ChosenMessage {
  readonly list: ShownMessages['list']
  readonly id: string
  readonly chosen: Chosen
}

export const messageWord = ({ list }: ChosenMessage): string => (list === 'traffic' ? 'request' : 'message')

/** The rows in the words of a sentence. */
export function chosenWords(subject: ChosenMessage): string {
  const count = chosenNumber(subject.chosen)
  return count === 1
    ? `this ${messageWord(subject)}`
    : `the ${formatCount(count)} selected ${messageWord(subject)}s`
}

const verb = ({ chosen }: ChosenMessage): string => (goesToFile(chosen) ? 'Save' : 'Copy')

const countOf = ({ chosen }: ChosenMessage): string => {
  const count = chosenNumber(chosen)
  return count === 1 ? '' : ` (${formatCount(count)})`
}

/** The note of a message. */
export const ANNOTATE = {
  id: 'annotate',
  icon: 'note',
  label: 'Note and labels…',
  sentence: (subject) => `Note and labels of this ${messageWord(subject)}…`,
  keys: 'M',
  does: 'annotations.set',
  run: (bench, { list, id }) =>
    openAnnotation(bench, { kind: list === 'callbacks' ? 'callback' : 'exchange', id }),
} satisfies Command<ChosenMessage>

/** What can be done with every message, from wherever it is. */
export const MESSAGE_COMMANDS: readonly Command<ChosenMessage>[] = [
  {
    id: 'copy curl',
    icon: 'copy',
    label: (subject) => `${verb(subject)} as curl${countOf(subject)}`,
    sentence: (subject) => `${verb(subject)} ${chosenWords(subject)} as curl`,
    keys: 'Ctrl C',
    help: 'Copy as curl',
    run: (bench, { chosen }) => copyAsCurl(bench, chosen),
  },
  {
    id: 'copy raw',
    icon: 'copy',
    label: (subject) => `${verb(subject)} as raw HTTP${countOf(subject)}`,
    sentence: (subject) => `${verb(subject)} ${chosenWords(subject)} as raw HTTP`,
    run: (bench, { chosen }) => copyAsRaw(bench, chosen),
  },
  ANNOTATE,
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
  {
    id: 'save chosen har',
    icon: 'download',
    label: (subject) => `Save as HAR${countOf(subject)}`,
    sentence: (subject) => `Save ${chosenWords(subject)} as HAR`,
    run: (bench, { chosen }) => saveHar(bench, harParams(chosen)),
  },
]

/** What can be done with a request of Traffic alone. */
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
