import type { Handlers } from '#protocol/methods'
import type { Store } from '#store/store'
import { ruleMethods } from '#core/rules/rule-methods'
import type { FaultRules } from '#platform/callbacks/fault-rules'

type FaultHandlers = Pick<Handlers, Extract<keyof Handlers, `faults.${string}`>>

/** Creates the methods for fault rules: `faults.*`. */
export function faultHandlers(registry: FaultRules, store: Store): FaultHandlers {
  const methods = ruleMethods(registry, store)
  return {
    'faults.list': methods.list,
    'faults.save': methods.save,
    'faults.put': methods.put,
    'faults.remove': methods.remove,
    'faults.move': methods.move,
    'faults.switch': methods.switch,
    'faults.undo': methods.undo,
    'faults.resetCounts': methods.resetCounts,
  }
}
