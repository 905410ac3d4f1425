import { fromFrame, uiEvents } from './frame-messages'
import { handlerNameOf } from '../handler-name'
import { toFrame } from './page-messages'
import type { WindowMessage } from './window-message'

export type { WindowMessage } from './window-message'

/** Every message between the form's frame and the page around it, both directions (contract 8.7, 8.8). */
export const WINDOW_MESSAGES: readonly WindowMessage[] = [...fromFrame, ...uiEvents, ...toFrame]

/** A function that a merchant may put into the widget's config (contract 8.8). */
export interface FormHandler {
  readonly name: string
  /** Wire name of the message that calls it; null: the library calls it by itself. */
  readonly message: string | null
  readonly data: string
  readonly arguments: 'data' | 'question' | 'none'
  readonly when: string
  readonly place: string
}

const ownHandlers: readonly FormHandler[] = [
  {
    name: 'onRun',
    message: null,
    data: '',
    arguments: 'none',
    when: 'just before the form opens',
    place: '8.8',
  },
]

/** Every handler, in the order of the messages: `onRun` first, then one for each message that can call one. */
export const FORM_HANDLERS: readonly FormHandler[] = [
  ...ownHandlers,
  ...[...fromFrame, ...uiEvents].map((message) => ({
    name: handlerNameOf(message.name),
    message: message.name,
    data: message.data,
    arguments: message.arguments,
    when: message.when,
    place: message.place,
  })),
]
