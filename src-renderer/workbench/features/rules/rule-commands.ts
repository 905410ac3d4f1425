import type { BenchClient } from '#protocol/client'
import type { MethodName, Params } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { announce, showFailure, showToast } from '#window/state/toasts'
import { isRejected } from '#window/state/refusal'
import type { ListedRules, RuleDrafts, RuleStore } from './rule-store'

/** A list after a change. */
export interface ChangedRules<View> extends ListedRules<View> {
  /** Takes this change back, and no other. */
  readonly undo: string
}

/** A method of the bench with its name, by which controls know whether it can be called now. */
interface RuleCall<Given, Made> {
  readonly does: MethodName
  readonly call: (bench: BenchClient, params: Given) => Promise<Made>
}

export interface PutParams<Rule> extends Omit<Params<'answers.put'>, 'rule'> {
  readonly rule: Rule
}

/** How the bench is asked to change the rules of one family. */
export interface RuleCalls<Rule, View> {
  readonly list: (bench: BenchClient) => Promise<ListedRules<View>>
  readonly put: RuleCall<PutParams<Rule>, ChangedRules<View>>
  readonly remove: RuleCall<Params<'answers.remove'>, ChangedRules<View>>
  readonly move: RuleCall<Params<'answers.move'>, ChangedRules<View>>
  readonly switch: RuleCall<Params<'answers.switch'>, ChangedRules<View>>
  readonly undo: RuleCall<Params<'answers.undo'>, ListedRules<View>>
  readonly resetCounts: RuleCall<Params<'answers.resetCounts'>, ListedRules<View>>
}

/** The texts after a change and after its undo. */
interface ChangeWords {
  readonly icon: IconName
  readonly text: string
  readonly undone: string
}

export interface CommandWords {
  readonly removed: (name: string) => ChangeWords
  readonly allOff: ChangeWords
  readonly enabled: string
}

interface RuleCommandsOptions<Rule, View, Draft> {
  readonly calls: RuleCalls<Rule, View>
  readonly store: RuleStore<View>
  readonly drafts: RuleDrafts<Draft>
  readonly words: CommandWords
  readonly newId: () => string
  /** A copy under another id, switched off. */
  readonly copyOf: (view: View, copyId: string) => Rule
  readonly choose: (id: string) => void
}

export interface RuleCommands<Rule, View> {
  /** Saves a rule in its place; the bench decides where a new one goes. Rejects with the reason of the bench. */
  readonly save: (bench: BenchClient, rule: Rule) => Promise<void>
  /** `among`: the rules that are shown, if not all are; only their places count. */
  readonly move: (bench: BenchClient, id: string, by: -1 | 1, among?: readonly string[]) => Promise<void>
  /** The copy is placed right below and selected. */
  readonly duplicate: (bench: BenchClient, id: string) => Promise<void>
  /** Settles once the bench has taken it or refused it. */
  readonly enable: (bench: BenchClient, id: string, enabled: boolean) => Promise<void>
  readonly allOff: (bench: BenchClient) => Promise<void>
  /** Removes a rule with what was typed for it; both come back with an undo. */
  readonly remove: (bench: BenchClient, rule: { readonly id: string; readonly name: string }) => Promise<void>
  /** Counts from 0 again; without an id for all rules. */
  readonly resetCounts: (bench: BenchClient, id?: string) => Promise<void>
  /** Makes a change and offers to undo it; `onUndone` restores state of the page. */
  readonly changeWithUndo: (
    bench: BenchClient,
    words: ChangeWords,
    change: Promise<ChangedRules<View>>,
    onUndone?: () => void,
  ) => Promise<boolean>
}

/** What a tester can do with the rules of one family. Failures are shown; a change that cannot be made now says why. */
export function createRuleCommands<Rule, View extends { readonly id: string }, Draft>({
  calls,
  store,
  drafts,
  words,
  newId,
  copyOf,
  choose,
}: RuleCommandsOptions<Rule, View, Draft>): RuleCommands<Rule, View> {
  /** Shows the rules as a change left them; null where it failed. */
  const settle = async <Made extends ListedRules<View>>(change: Promise<Made>): Promise<Made | null> => {
    try {
      const made = await change
      store.take(made)
      return made
    } catch (error) {
      showFailure(error)
      return null
    }
  }
  const changeWithUndo: RuleCommands<Rule, View>['changeWithUndo'] = async (
    bench,
    { icon, text, undone },
    change,
    onUndone = () => undefined,
  ) => {
    const made = await settle(change)
    if (made === null) return false
    const goBack = async (): Promise<void> => {
      if (isRejected(bench, calls.undo.does)) return
      if ((await settle(calls.undo.call(bench, { undo: made.undo }))) === null) return
      onUndone()
      showToast({ icon: 'undo', text: undone })
    }
    showToast({ icon, text, action: { label: 'Undo', run: () => void goBack() } })
    return true
  }
  return {
    async save(bench, rule) {
      store.take(await calls.put.call(bench, { rule }))
    },
    async move(bench, id, by, among) {
      if (isRejected(bench, calls.move.does)) return
      const made = await settle(
        calls.move.call(bench, among === undefined ? { id, by } : { id, by, among: [...among] }),
      )
      if (made === null) return
      const shown = made.rules.filter((rule) => among === undefined || among.includes(rule.id))
      const place = shown.findIndex((rule) => rule.id === id) + 1
      announce(`Rule moved to number ${String(place)} of ${String(shown.length)}`)
    },
    async duplicate(bench, id) {
      if (isRejected(bench, calls.put.does)) return
      const known = await settle(calls.list(bench))
      const at = known?.rules.findIndex((rule) => rule.id === id) ?? -1
      const view = known?.rules[at]
      if (view === undefined) return
      const copyId = newId()
      const put = calls.put.call(bench, { rule: copyOf(view, copyId), at: at + 1 })
      if ((await settle(put)) === null) return
      choose(copyId)
      announce('Rule duplicated. The copy is below, turned off.')
    },
    async enable(bench, id, enabled) {
      if (isRejected(bench, calls.switch.does)) return
      if ((await settle(calls.switch.call(bench, { ids: [id], enabled }))) === null) return
      announce(enabled ? words.enabled : 'Rule turned off')
    },
    async allOff(bench) {
      if (isRejected(bench, calls.switch.does)) return
      await changeWithUndo(bench, words.allOff, calls.switch.call(bench, { enabled: false }))
    },
    async remove(bench, { id, name }) {
      if (isRejected(bench, calls.remove.does)) return
      const draft = drafts.draftOf(id)
      const restore = (): void => {
        if (draft !== undefined) drafts.keep(id, draft)
        choose(id)
      }
      const isRemoved = await changeWithUndo(
        bench,
        words.removed(name),
        calls.remove.call(bench, { id }),
        restore,
      )
      if (isRemoved) drafts.keep(id, null)
    },
    async resetCounts(bench, id) {
      if (isRejected(bench, calls.resetCounts.does)) return
      const reset = calls.resetCounts.call(bench, id === undefined ? {} : { id })
      if ((await settle(reset)) !== null) announce('Counts reset')
    },
    changeWithUndo,
  }
}

/** A new id; 80 random bits, hexadecimal. */
export function newRuleId(prefix = ''): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return prefix + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Name of a copy, within the 80 characters of a name; a rule without a name has a copy without one. */
export function copyName(name: string): string {
  return name === '' ? '' : `${name.slice(0, 74)}, copy`
}
