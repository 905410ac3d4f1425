import type { BenchClient } from '../../../src-main/contract/client'
import { BenchFault } from '../../../src-main/contract/fault'
import type { ResendResult } from '../../../src-main/contract/traffic'
import { announce } from '../state/announcements'
import { openDialog } from '../state/dialogs'
import { reasonOf, showToast } from '../state/toasts'
import { openExchange } from './traffic-view'

/** Fields that the bench asks for in a form of their own: it cannot know them. */
const ASKED = new Set(['card.number', 'card.cvv', 'to'])

/** What a refusal asks for; null where it is about something else. */
export function askedFor(error: unknown): string | null {
  if (!(error instanceof BenchFault)) return null
  const field = error.issues[0]?.field
  return field !== undefined && ASKED.has(field) ? field : null
}

/** Says what became of a request and shows its exchange. */
export function tellResult({ exchange, reply, failure }: ResendResult): void {
  if (exchange !== null) openExchange(exchange.id)
  const status = reply === null ? null : `HTTP ${reply.status.toString()}`
  if (failure !== undefined) {
    showToast({ icon: 'state-failed', text: failure.message })
  } else if (exchange === null) {
    showToast({
      icon: 'info',
      text: `Sent again; the answer was ${status ?? 'none'}. Pages and files of the form are not kept, so nothing is listed.`,
    })
  } else {
    announce(`Sent again, answer ${status ?? 'none'}`)
  }
}

/** Sends a request again as it was; where the bench has to ask for something, a form opens. */
export function sendAgain(bench: BenchClient, id: string): void {
  bench.call('exchanges.resend', { id, signing: 'keep' }).then(tellResult, (error: unknown) => {
    const asked = askedFor(error)
    if (asked !== null) openDialog({ kind: 'resend', id, edit: false, reason: reasonOf(error), asked })
    else showToast({ icon: 'state-failed', text: reasonOf(error) })
  })
}

/** Opens the form in which a request is edited. */
export function editAndSend(id: string): void {
  openDialog({ kind: 'resend', id, edit: true })
}
