import type { Handlers, ParsedParams } from '#protocol/methods'
import type { AnyRule, RuleRegistry } from '#core/rules/rule-repository'
import type { FaultRules } from '#platform/callbacks/fault-rules'
import type { ResponseRules } from '#merchant/responses/response-rules'
import type { Store } from '#store/store'
import { prefixed } from '#lib/members'

type PutParams = Pick<ParsedParams<'faults.put'>, 'at' | 'replaces'>

/** Methods that change the list return it once the change is committed. */
function ruleMethods<Rule extends AnyRule, View>(registry: RuleRegistry<Rule, View>, store: Store) {
  const currentList = () => ({ rules: registry.view() })
  const committedList = async () => {
    await store.committed()
    return currentList()
  }
  const withUndo = async (undo: string) => ({ ...(await committedList()), undo })
  return {
    list: currentList,
    save({ rules }: { readonly rules: readonly Rule[] }) {
      registry.save(rules)
      return committedList()
    },
    put: ({ rule, ...position }: { readonly rule: Rule } & PutParams) =>
      withUndo(registry.put(rule, position)),
    remove: ({ id }: ParsedParams<'faults.remove'>) => withUndo(registry.remove(id)),
    move: ({ id, by, among }: ParsedParams<'faults.move'>) => withUndo(registry.move(id, by, among)),
    switch: ({ ids, enabled }: ParsedParams<'faults.switch'>) => withUndo(registry.enable(ids, enabled)),
    undo({ undo }: ParsedParams<'faults.undo'>) {
      registry.undo(undo)
      return committedList()
    },
    resetCounts({ id }: ParsedParams<'faults.resetCounts'>) {
      registry.reset(id)
      return committedList()
    },
  }
}

export function ruleHandlers(
  faultRules: FaultRules,
  responseRules: ResponseRules,
  store: Store,
): Pick<Handlers, Extract<keyof Handlers, `${'faults' | 'answers'}.${string}`>> {
  return {
    ...prefixed('faults', ruleMethods(faultRules, store)),
    ...prefixed('answers', ruleMethods(responseRules, store)),
  }
}
