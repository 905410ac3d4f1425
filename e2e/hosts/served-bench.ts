import { createBenchService } from '../../src-main/workbench/workspaces/bench-service'
import { createEventLog, type EventLog } from '../../src-main/protocol/event-log'
import type { ServedBench } from '../../src-main/protocol/server'
import { openStore } from '../../src-main/store/open'
import { createBenchPorts } from '../../src-main/hosts/wiring/bench-ports'
import { NO_CUSTOMER_FILES } from './no-customer-files'

/** A real bench in memory that is not started: no timer fires and nothing is sent. */
export interface TestBench {
  readonly served: ServedBench
  readonly events: EventLog
  /** What the bench logged as its own faults. */
  readonly bugs: unknown[]
  /** From now on `clock.advance` does not answer before the returned function is called. */
  holdAdvance(): () => void
  close(): Promise<void>
}

/** `keptEvents`: how many events the log keeps. */
export function openTestBench(keptEvents = 5000): TestBench {
  const opening = openStore({ directory: null, durability: 'normal', log: () => undefined })
  if (!opening.ok) throw new Error(opening.fault.message)
  const bugs: unknown[] = []
  const bench = createBenchService({
    store: opening.store,
    storeNotices: [],
    ports: createBenchPorts(() => undefined, ''),
    version: '0.0.0',
    host: 'memory',
    customerFiles: NO_CUSTOMER_FILES,
    project: null,
  })
  const events = createEventLog({ maxEvents: keptEvents })
  bench.events.subscribe(({ event }) => {
    events.publish(event)
  })
  let gate = Promise.resolve()
  return {
    served: {
      handlers: {
        ...bench.handlers,
        async 'clock.advance'(params) {
          await gate
          return bench.handlers['clock.advance'](params)
        },
      },
      events,
      onBug: (error) => void bugs.push(error),
    },
    events,
    bugs,
    holdAdvance() {
      let letGo: () => void = () => undefined
      gate = new Promise((resolve) => {
        letGo = resolve
      })
      return letGo
    },
    close: () => bench.close(),
  }
}
