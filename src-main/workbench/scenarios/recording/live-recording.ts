import type { PaymentKey, ProjectId } from '#domain/ids'
import { LIMITS } from '#lib/limits/limit-table'
import { BenchError } from '#protocol/connection'
import type { EventLog } from '#protocol/event-log'
import type { LiveRecording } from '#protocol/scenarios'

/**
 * Notes which payments of a project begin from now on. There is one recording at a time; it ends with the bench or its reset.
 * @param options `onChange`: the state of the recording changed
 */
export function createLiveRecordings(options: {
  readonly events: EventLog
  readonly wallNow: () => number
  readonly onChange: () => void
}) {
  const { events, wallNow, onChange } = options
  let active: {
    readonly startedAt: string
    readonly projectId: ProjectId
    readonly keys: Set<PaymentKey>
    /** Payments that began before, and had something happen to them meanwhile. */
    isOlderTouched: boolean
    more: number
    readonly stop: () => void
  } | null = null

  return {
    get state(): LiveRecording | null {
      if (active === null) return null
      const { startedAt, projectId, keys, more } = active
      return { startedAt, projectId, payments: keys.size + more }
    },
    /** @throws BenchError `conflict` while another recording is running */
    start(projectId: ProjectId): LiveRecording {
      if (active !== null)
        throw new BenchError('conflict', 'A recording goes on already. Save or discard it first.')
      const keys = new Set<PaymentKey>()
      const stop = events.subscribe(({ event }) => {
        if (active === null || event.type !== 'payment.changed') return
        const { payment, isNew } = event
        if (payment.projectId !== projectId || keys.has(payment.key)) return
        if (!isNew) active.isOlderTouched = true
        else if (keys.size < LIMITS.scenarioPayments) keys.add(payment.key)
        else active.more += 1
        if (isNew) onChange()
      })
      const startedAt = new Date(wallNow()).toISOString()
      active = { startedAt, projectId, keys, isOlderTouched: false, more: 0, stop }
      onChange()
      return { startedAt, projectId, payments: 0 }
    },
    /**
     * Returns the payments that began so far, and what is left out of them as sentences. The recording continues.
     * @throws BenchError `wrong_state` where there is no recording, or no payment began
     */
    found(): { readonly keys: readonly PaymentKey[]; readonly omitted: readonly string[] } {
      if (active === null)
        throw new BenchError('wrong_state', 'Nothing is recorded. Begin a recording first.')
      const { keys, isOlderTouched, more } = active
      if (keys.size === 0)
        throw new BenchError('wrong_state', 'No payment has begun since the recording was started.')
      const older = isOlderTouched ? ['What happened to payments that had begun before the recording.'] : []
      const beyond = more === 0 ? [] : [`${more} payments beyond the first ${LIMITS.scenarioPayments}.`]
      return { keys: [...keys], omitted: [...older, ...beyond] }
    },
    end(): void {
      if (active === null) return
      active.stop()
      active = null
      onChange()
    },
  }
}
