import type { BenchContext } from '#workbench/context'
import { jobView, type BulkJob } from './job'
import type { BulkRecords } from './records'
import type { BulkRegistry } from './registry'

/** Publishes jobs that changed and saves them, a few times a second. */
export interface BulkUpdates {
  /** Publishes and saves the job soon. */
  changed(job: BulkJob): void
  /** Saves these jobs now. A failure is only logged: the results are still in memory. */
  save(jobs: Iterable<BulkJob>): void
  /** Saves all unsaved changes and stops publishing. */
  close(): void
}

const PUBLISH_EVERY_MS = 100

/** Creates the updates. Changes are published and saved together, every {@link PUBLISH_EVERY_MS}. */
export function createBulkUpdates(options: {
  readonly context: Pick<BenchContext, 'changes' | 'clock' | 'ports'>
  readonly registry: BulkRegistry
  readonly records: BulkRecords
  readonly isReadOnly: boolean
}): BulkUpdates {
  const { registry, records, isReadOnly } = options
  const { changes, clock, ports } = options.context
  const changed = new Set<BulkJob>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const save = (jobs: Iterable<BulkJob>): void => {
    if (isReadOnly) return
    try {
      for (const job of jobs) if (registry.has(job)) records.save(job)
    } catch (error) {
      ports.log('error', 'The results of a bulk replay could not be saved', error)
    }
  }

  const publish = (): void => {
    timer = null
    for (const job of changed) {
      changes.other(() => ({ type: 'replay.changed', job: jobView(job, clock.now()) }))
    }
    save(changed)
    changed.clear()
  }

  return {
    changed(job) {
      changed.add(job)
      if (timer !== null || isClosed) return
      timer = setTimeout(publish, PUBLISH_EVERY_MS)
      timer.unref()
    },
    save,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      save(changed)
      changed.clear()
    },
  }
}
