import type { ParsedParams } from '../../protocol/methods'
import type { UnreadableRule } from '../../protocol/rule-changes'
import type { Store } from '../../store/store'
import type { PutPlace } from './rule-repository'

/** A list of rules as its methods change it. Changes of one rule return the name under which they are taken back. */
export interface RuleRegistry<Rule, View> {
  view(): View[]
  /** Rules that are kept and cannot be read. */
  unreadable(): UnreadableRule[]
  /** Puts these rules in the place of those before; counts of rules that stay go on. */
  save(rules: readonly Rule[]): void
  /** Puts one rule in; see `faults.put`. */
  put(rule: Rule, place: Partial<PutPlace>): string
  remove(id: string): string
  move(id: string, by: number, among: readonly string[] | undefined): string
  /** Switches the named rules, or all of them. */
  enable(ids: readonly string[] | undefined, enabled: boolean): string
  undo(name: string): void
  /** Counts from 0 again: of one rule, or of all where no id is given. */
  reset(id: string | undefined): void
}

interface Listed<View> {
  rules: View[]
  unreadable: UnreadableRule[]
}
type Changed<View> = Promise<Listed<View> & { undo: string }>
type Seen<View> = Promise<Listed<View>>

/** What the workbench and scripts can do to a list of rules, whichever it is. */
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

export function ruleMethods<Rule, View>(
  book: RuleRegistry<Rule, View>,
  store: Store,
): RuleMethods<Rule, View> {
  const listed = (): Listed<View> => ({ rules: book.view(), unreadable: book.unreadable() })
  const seen = async (): Seen<View> => {
    await store.committed()
    return listed()
  }
  const changed = async (undo: string): Changed<View> => ({ ...(await seen()), undo })
  return {
    list: listed,
    save({ rules }) {
      book.save(rules)
      return seen()
    },
    put: ({ rule, at, replaces }) =>
      changed(
        book.put(rule, {
          ...(at === undefined ? {} : { at }),
          ...(replaces === undefined ? {} : { replaces }),
        }),
      ),
    remove: ({ id }) => changed(book.remove(id)),
    move: ({ id, by, among }) => changed(book.move(id, by, among)),
    switch: ({ ids, enabled }) => changed(book.enable(ids, enabled)),
    undo({ undo }) {
      book.undo(undo)
      return seen()
    },
    resetCounts({ id }) {
      book.reset(id)
      return seen()
    },
  }
}
