import type { BenchClient } from '#protocol/client'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { chooseRule } from '#window/navigation/links'
import { openView } from '#window/navigation/views'
import { isRejected } from '#window/state/refusal'
import { announce, showFailure, showToast } from '#window/state/toasts'
import { wantFocus } from '#window/ui/focus'
import type { ChangedRules, NamedDraft, RuleTable, RuleView } from './rule-family'
import type { ListedRules } from './rule-store'

/** The texts after a change and after its undo. */
interface ChangeWords {
  readonly icon: IconName
  readonly text: string
  readonly undone: string
}

/** A family of rules with what can be done with them. */
export interface RuleFamily<Rule, View extends RuleView, Draft extends NamedDraft> extends RuleTable<
  Rule,
  View,
  Draft
> {
  readonly commands: RuleCommands<Rule, Draft>
}

interface RuleCommands<Rule, Draft> {
  /** Opens the editor on a rule that does not exist yet. */
  readonly begin: (change: Partial<Draft>) => void
  /** Saves a rule in its place, a new one at the top. Rejects with the reason of the bench. */
  readonly save: (bench: BenchClient, rule: Rule, isNew: boolean) => Promise<void>
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
}

/** What a tester can do with the rules of one family. Failures are shown; a change that cannot be made now says why. */
export function createRuleFamily<
  Rule extends { readonly id: string; readonly name: string; readonly enabled: boolean },
  View extends RuleView,
  Draft extends NamedDraft,
>(table: RuleTable<Rule, View, Draft>): RuleFamily<Rule, View, Draft> {
  const { view, calls, store, drafts, words } = table
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
  /** Makes a change and offers to undo it; `onUndone` restores state of the page. */
  const changeWithUndo = async (
    bench: BenchClient,
    { icon, text, undone }: ChangeWords,
    change: Promise<ChangedRules<View>>,
    onUndone: () => void = () => undefined,
  ): Promise<boolean> => {
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
  const commands: RuleCommands<Rule, Draft> = {
    begin(change) {
      const id = newRuleId()
      drafts.keep(id, { ...table.newDraft, ...change })
      wantFocus(drafts.nameOf(id))
      openView(view)
      chooseRule(view, id)
    },
    async save(bench, rule, isNew) {
      store.take(await calls.put.call(bench, isNew ? { rule, at: 0 } : { rule }))
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
      const original = known?.rules[at]
      if (original === undefined) return
      // Switched off: of two rules with the same conditions only the first would act.
      const rule = {
        ...table.ruleOf(original),
        id: newRuleId(),
        name: copyName(original.name),
        enabled: false,
      }
      if ((await settle(calls.put.call(bench, { rule, at: at + 1 }))) === null) return
      chooseRule(view, rule.id)
      announce('Rule duplicated. The copy is below, turned off.')
    },
    async enable(bench, id, enabled) {
      if (isRejected(bench, calls.switch.does)) return
      if ((await settle(calls.switch.call(bench, { ids: [id], enabled }))) === null) return
      announce(enabled ? 'Rule turned on' : 'Rule turned off')
    },
    async allOff(bench) {
      if (isRejected(bench, calls.switch.does)) return
      await changeWithUndo(
        bench,
        { icon: 'state-delivered', text: words.allOff, undone: 'Rules restored' },
        calls.switch.call(bench, { enabled: false }),
      )
    },
    async remove(bench, { id, name }) {
      if (isRejected(bench, calls.remove.does)) return
      const draft = drafts.draftOf(id)
      const named = name === '' ? 'the rule' : `the rule “${name}”`
      const restore = (): void => {
        if (draft !== undefined) drafts.keep(id, draft)
        chooseRule(view, id)
      }
      const isRemoved = await changeWithUndo(
        bench,
        { icon: 'trash', text: `Removed ${named}`, undone: `Restored ${named}` },
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
  }
  return { ...table, commands }
}

/** A new id; 80 random bits, hexadecimal. */
function newRuleId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `rule_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Name of a copy, within the 80 characters of a name; a rule without a name has a copy without one. */
function copyName(name: string): string {
  return name === '' ? '' : `${name.slice(0, 74)}, copy`
}
