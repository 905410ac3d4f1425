import type { BenchClient } from '../../../src-main/contract/client'
import { preferencesStore } from '../state/preferences'
import { cancelHar, pickHar, saveHar } from '../traffic/har-jobs'
import { editAndSend, sendAgain } from '../traffic/resend-request'
import { listOf } from '../traffic/use-traffic'
import type { PaletteItem } from './palette-item'

/** Everything about traffic: archives, and the request that was chosen on its page. */
export function trafficItems(bench: BenchClient): readonly PaletteItem[] {
  const { page, traffic, projectId } = preferencesStore.getState()
  const chosen = page === 'traffic' ? traffic.selection : null
  const onChosen: readonly PaletteItem[] =
    chosen === null
      ? []
      : [
          {
            id: 'send again',
            group: 'Commands',
            icon: 'undo',
            label: 'Send this request again',
            note: 'Ctrl R',
            run: () => sendAgain(bench, chosen),
          },
          {
            id: 'edit and send',
            group: 'Commands',
            icon: 'code',
            label: 'Edit and send this request…',
            note: 'Ctrl E',
            run: () => editAndSend(chosen),
          },
        ]
  return [
    ...onChosen,
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
      label: 'Save everything as HAR, callbacks too',
      run: () => saveHar(bench, { callbacks: true }),
    },
    {
      id: 'import har',
      group: 'Commands',
      icon: 'up',
      label: 'Import a HAR file…',
      run: () => pickHar(bench),
    },
    {
      id: 'cancel har',
      group: 'Commands',
      icon: 'close',
      label: 'Cancel the archive that is under way',
      run: cancelHar,
    },
  ]
}
