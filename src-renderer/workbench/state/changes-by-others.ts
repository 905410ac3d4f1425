import type { ChangeBy } from '#protocol/callers'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { formatWallClock } from '#window/lib/time'
import { useInfo } from './info'
import { preferencesStore } from './preferences'
import { showToast } from './toasts'

/** By which this window recognises its own changes. */
const OWN_ID = Math.random().toString(36).slice(2)

/** Tells the bench the name of the tester, now and whenever it changes. */
export function introduceTo(client: BenchClient): void {
  const introduce = (name: string): void => {
    client.introduce(name === '' ? { id: OWN_ID } : { id: OWN_ID, name })
  }
  introduce(preferencesStore.getState().clientName)
  preferencesStore.subscribe(({ clientName }, before) => {
    if (clientName !== before.clientName) introduce(clientName)
  })
}

/** Says what others with a name have changed. */
export function takeChanges(events: readonly BenchEvent[]): void {
  for (const event of events) {
    if (event.type !== 'bench.changed') continue
    const { by, isNamed, client, text } = event.change
    if (isNamed && client !== OWN_ID) showToast({ icon: 'note', text: `${by} ${text}` })
  }
}

/** Who changed this last, such as "last changed by Ana, 14:03:20"; null where nobody is known. */
export function useLastChange(subject: string): string | null {
  const change = useInfo((state) => lastChangeOf(state.info?.changes ?? [], subject))
  return change === null
    ? null
    : `last changed by ${change.client === OWN_ID ? 'you' : change.by}, ${formatWallClock(change.wallAt)}`
}

const lastChangeOf = (changes: readonly ChangeBy[], subject: string): ChangeBy | null =>
  changes.findLast(({ subjects }) => subjects.includes(subject)) ?? null
