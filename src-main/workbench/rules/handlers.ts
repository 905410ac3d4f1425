import type { Handlers, ParsedParams } from '#protocol/methods'
import type { RuleRegistry } from '#core/rules/rule-repository'
import type { FaultRules } from '#platform/callbacks/fault-rules'
import type { ResponseRules } from '#merchant/responses/response-rules'
import type { Store } from '#store/store'

interface Listed<View> {
  rules: View[]
}
type Changed<View> = Promise<Listed<View> & { undo: string }>
type Seen<View> = Promise<Listed<View>>

interface RuleMethods<Rule, View> {
  list(): Listed<View>
  save(params: { readonly rules: readonly Rule[] }): Seen<View>
  put(params: { readonly rule: Rule } & PutParams): Changed<View>
  remove(params: ParsedParams<'faults.remove'>): Changed<View>
  move(params: ParsedParams<'faults.move'>): Changed<View>
  switch(params: ParsedParams<'faults.switch'>): Changed<View>
  undo(params: ParsedParams<'faults.undo'>): Seen<View>
  resetCounts(params: ParsedParams<'faults.resetCounts'>): Seen<View>
}

type PutParams = Pick<ParsedParams<'faults.put'>, 'at' | 'replaces'>

/** Methods that change the list return it once the change is committed. */
function ruleMethods<Rule, View>(registry: RuleRegistry<Rule, View>, store: Store): RuleMethods<Rule, View> {
  const listed = (): Listed<View> => ({ rules: registry.view() })
  const seen = async (): Seen<View> => {
    await store.committed()
    return listed()
  }
  const changed = async (undo: string): Changed<View> => ({ ...(await seen()), undo })
  return {
    list: listed,
    save({ rules }) {
      registry.save(rules)
      return seen()
    },
    put: ({ rule, ...position }) => changed(registry.put(rule, position)),
    remove: ({ id }) => changed(registry.remove(id)),
    move: ({ id, by, among }) => changed(registry.move(id, by, among)),
    switch: ({ ids, enabled }) => changed(registry.enable(ids, enabled)),
    undo({ undo }) {
      registry.undo(undo)
      return seen()
    },
    resetCounts({ id }) {
      registry.reset(id)
      return seen()
    },
  }
}

export function ruleHandlers(
  faultRules: FaultRules,
  responseRules: ResponseRules,
  store: Store,
): Pick<Handlers, Extract<keyof Handlers, `${'faults' | 'answers'}.${string}`>> {
  const faults = ruleMethods(faultRules, store)
  const answers = ruleMethods(responseRules, store)
  return {
    'faults.list': faults.list,
    'faults.save': faults.save,
    'faults.put': faults.put,
    'faults.remove': faults.remove,
    'faults.move': faults.move,
    'faults.switch': faults.switch,
    'faults.undo': faults.undo,
    'faults.resetCounts': faults.resetCounts,
    'answers.list': answers.list,
    'answers.save': answers.save,
    'answers.put': answers.put,
    'answers.remove': answers.remove,
    'answers.move': answers.move,
    'answers.switch': answers.switch,
    'answers.undo': answers.undo,
    'answers.resetCounts': answers.resetCounts,
  }
}
