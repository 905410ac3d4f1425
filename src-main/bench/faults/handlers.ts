import type { Handlers } from '../../contract/methods'
import type { Store } from '../../store/store'
import type { FaultBook } from './fault-book'

type FaultHandlers = Pick<Handlers, Extract<keyof Handlers, `faults.${string}`>>

/** Fault rules, as the workbench and scripts see and change them. */
export function faultHandlers(book: FaultBook, store: Store): FaultHandlers {
  return {
    'faults.list': () => ({ rules: book.view() }),
    'faults.save': async ({ rules }) => {
      book.save(rules)
      await store.committed()
      return { rules: book.view() }
    },
    'faults.resetCounts': async ({ id }) => {
      book.reset(id)
      await store.committed()
      return { rules: book.view() }
    },
  }
}
