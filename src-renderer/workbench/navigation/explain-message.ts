import { createStore } from 'zustand/vanilla'
import { setPreferences } from '#window/state/preferences'
import type { MessageReference } from './message-reference'

/** The message of the bench whose signature was asked about last; the signature page follows it. */
export const explainedMessage = createStore<{ readonly message: MessageReference | null }>(() => ({
  message: null,
}))

/** Goes to the signature page with a message of the bench. */
export function explainMessage(message: MessageReference): void {
  explainedMessage.setState({ message })
  setPreferences({ page: 'signature' })
}
