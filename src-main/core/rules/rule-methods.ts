import type { ParsedParams } from '#protocol/methods'
import type { UnreadableRule } from '#protocol/rule-changes'
import type { Store } from '#store/store'
import type { PutPosition } from './rule-edits'

/** A list of rules. Every change of a single rule returns the name by which it can be undone. */
export interface RuleRegistry<Rule, View> {
  view(): View[]
  /** Stored rules that cannot be read. */
  unreadable(): UnreadableRule[]
  /** Replaces all rules. Rules that stay keep their counts. */
  save(rules: readonly Rule[]): void
  /** Adds or changes one rule; see `faults.put`. */
  put(rule: Rule, position: Partial<PutPosition>): string
  remove(id: string): string
  move(id: string, by: number, among: readonly string[] | undefined): string
  /** Turns the named rules on or off, or all rules where `ids` is undefined. */
  enable(ids: readonly string[] | undefined, enabled: boolean): string
  /** @throws BenchError not_found, or conflict where later changes left nothing to undo */
  undo(name: string): void
  /** Resets the counts of one rule to 0, or of all rules where no id is given. */
  reset(id: string | undefined): void
}

interface Listed<View> {
  rules: View[]
  unreadable: UnreadableRule[]
}
type Changed<View> = Promise<Listed<View> & { undo: string }>
type Seen<View> = Promise<Listed<View>>

/** The methods of a list of rules: `faults.*` or `answers.*`. */
export interface RuleMethods<Rule, View> {
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

/** Creates the methods of a list of rules. Those that change it return the list once the change is committed. */
export function ruleMethods<Rule, View>(
  registry: RuleRegistry<Rule, View>,
  store: Store,
): RuleMethods<Rule, View> {
  const listed = (): Listed<View> => ({ rules: registry.view(), unreadable: registry.unreadable() })
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
    put: ({ rule, at, replaces }) =>
      changed(
        registry.put(rule, {
          ...(at === undefined ? {} : { at }),
          ...(replaces === undefined ? {} : { replaces }),
        }),
      ),
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
