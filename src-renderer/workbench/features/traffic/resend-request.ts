import type { BenchClient } from '#protocol/client'
import type { ResendResult } from '#protocol/traffic'
import { announce, issueIn, showFailure, showToast } from '#window/state/toasts'
import { offerDialog, openDialog } from '#window/state/dialogs'
import { preferencesStore } from '#window/state/preferences'
import { openExchange } from '#window/navigation/views'

/** Fields that a dialog requests, because Paybench cannot know them. */
const ASKED = new Set(['card.number', 'card.cvv', 'to'])

/** Ids of requests that are being resent: each is sent only once at a time. */
const sending = new Set<string>()

export function placeNow(): string {
  const { page, traffic } = preferencesStore.getState()
  return `${page} ${traffic.selection ?? ''}`
}

/** Reports the result of a request resent from `place`, with a link if the tester has left it. */
export function notifyResult({ exchange, reply, failure }: ResendResult, place: string): void {
  const status = reply === null ? null : `HTTP ${reply.status.toString()}`
  const said = `Sent again, response ${status ?? 'none'}`
  if (exchange === null && failure === undefined) {
    showToast({
      icon: 'info',
      text: `${said}. Pages and files of the form are not recorded, so nothing is listed.`,
    })
    return
  }
  const isThere = placeNow() === place
  const show =
    exchange === null || isThere ? {} : { action: { label: 'Show', run: () => openExchange(exchange.id) } }
  if (failure !== undefined) showToast({ icon: 'state-failed', text: failure.message, ...show })
  else if (isThere) announce(said)
  else showToast({ icon: 'check', text: said, ...show })
  if (exchange !== null && isThere) openExchange(exchange.id)
}

/** Sends a request again unchanged; offers a dialog if Paybench needs card data or a listener. */
export function sendAgain(bench: BenchClient, id: string): void {
  if (sending.has(id)) return
  const place = placeNow()
  sending.add(id)
  bench
    .call('exchanges.resend', { id, signing: 'keep' })
    .then(
      (result) => notifyResult(result, place),
      (error: unknown) => {
        const { field, message } = issueIn(error)
        if (!ASKED.has(field)) {
          showFailure(error)
          return
        }
        offerDialog(
          { kind: 'resend', id, edit: false, reason: message, asked: field },
          { icon: 'info', text: message },
        )
      },
    )
    .finally(() => sending.delete(id))
}

export function editAndSend(id: string): void {
  openDialog({ kind: 'resend', id, edit: true })
}
