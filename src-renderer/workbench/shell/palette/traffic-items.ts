import type { BenchClient } from '#protocol/client'
import type { ShownMessages } from '#window/list/shown-rows'
import { preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { cancelHar, pickHar, saveHar } from '#window/features/traffic/har-jobs'
import { editAndSend, sendAgain } from '#window/features/traffic/resend-request'
import { readOrder } from '#window/navigation/traffic-view'
import { listOf } from '#window/features/traffic/use-traffic'
import { shownId } from './message-items'
import type { PaletteItem } from './palette-item'

/** Everything about traffic: its order, archives, and the request that its page shows. */
export function trafficItems(bench: BenchClient, messages: ShownMessages | null): readonly PaletteItem[] {
  const { traffic, projectId } = preferencesStore.getState()
  const chosen = messages?.list === 'traffic' ? shownId(messages) : null
  const onChosen: readonly PaletteItem[] =
    chosen === null
      ? []
      : [
          {
            id: 'send again',
            does: 'exchanges.resend',
            group: 'Commands',
            icon: 'undo',
            label: 'Send this request again',
            note: 'R',
            run: () => sendAgain(bench, chosen),
          },
          {
            id: 'edit and send',
            does: 'exchanges.resend',
            group: 'Commands',
            icon: 'code',
            label: 'Edit and send this request…',
            note: 'E',
            run: () => editAndSend(bench, chosen),
          },
        ]
  const isByPayment = readOrder(traffic.view) === 'payment'
  return [
    ...onChosen,
    {
      id: 'order traffic',
      group: 'Commands',
      icon: 'traffic',
      label: isByPayment ? 'Order Traffic by time' : 'Order Traffic by payment',
      run: () => {
        setPlace('traffic', { view: isByPayment ? 'time' : 'payment' })
        setPreferences({ page: 'traffic' })
      },
    },
    {
      id: 'save har',
      group: 'Commands',
      icon: 'download',
      label: 'Save traffic as HAR',
      note: traffic.query,
      run: () => saveHar(bench, listOf(traffic.query, projectId ?? undefined)),
    },
    {
      id: 'save all har',
      group: 'Commands',
      icon: 'download',
      label: 'Save everything as HAR, including callbacks',
      run: () => saveHar(bench, { callbacks: true }),
    },
    {
      id: 'import har',
      does: 'traffic.importHar',
      group: 'Commands',
      icon: 'up',
      label: 'Import a HAR file…',
      run: () => pickHar(bench),
    },
    {
      id: 'cancel har',
      group: 'Commands',
      icon: 'close',
      label: 'Cancel the archive in progress',
      run: cancelHar,
    },
  ]
}
