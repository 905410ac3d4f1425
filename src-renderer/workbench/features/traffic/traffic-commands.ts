import type { Command } from '#window/commands/command'
import { readOrder } from '#window/navigation/traffic-view'
import { preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { cancelHar, pickHar, saveHar } from './har-jobs'
import { listOf } from './use-traffic'

const isByPayment = (): boolean => readOrder(preferencesStore.getState().traffic.view) === 'payment'

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

/** The order of Traffic, and its archives. */
export const TRAFFIC_COMMANDS: readonly Command[] = [
  {
    id: 'order traffic',
    icon: 'traffic',
    label: () => `Order Traffic by ${isByPayment() ? 'time' : 'payment'}`,
    run: () => {
      setPlace('traffic', { view: isByPayment() ? 'time' : 'payment' })
      setPreferences({ page: 'traffic' })
    },
  },
  {
    id: 'save har',
    icon: 'download',
    label: 'Save traffic as HAR',
    note: () => preferencesStore.getState().traffic.query,
    run: (bench) => {
      const { traffic, projectId } = preferencesStore.getState()
      saveHar(bench, listOf(traffic.query, projectId ?? undefined))
    },
  },
  SAVE_EVERYTHING,
  IMPORT_HAR,
  { id: 'cancel har', icon: 'close', label: 'Cancel the archive in progress', run: cancelHar },
]
