import type { BenchClient } from '#protocol/client'
import type { MethodName } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { chooseRule } from '#window/navigation/links'
import { openView } from '#window/navigation/views'
import { isRejected } from '#window/state/refusal'
import { announce, showFailure, showToast } from '#window/state/toasts'
import { wantFocus } from '#window/ui/focus'
import type { Drafts, RuleDrafts, RuleView } from './rule-store'
import type { SharedValue } from '#window/state/shared-value'

/** An error in a field of a rule, named as in the API but without `rule.`: `steps.1.url`, `fault.ms`. */
export interface FieldError {
  readonly field: string
  readonly message: string
  /** Whether the field is empty; the error is then shown only once the tester tries to save. */
  readonly isEmpty: boolean
}

export interface RuleRefusal {
  readonly errors: readonly FieldError[]
  readonly rest: string | null
}

/** Whether `part` is the field or a part of it. */
export const covers = (field: string, part: string): boolean => part === field || part.startsWith(`${field}.`)

/** The errors of a field and its parts, as one text; null if there are none. */
export function errorAt(errors: readonly FieldError[], field: string): string | null {
  const found = errors.filter((error) => covers(field, error.field)).map(({ message }) => message)
  return found.length === 0 ? null : [...new Set(found)].join(' ')
}

export interface NamedDraft {
  readonly name: string
}

export interface RuleEntry<Draft> {
  readonly id: string
  readonly saved: (RuleView & { readonly asDraft: Draft }) | null
  /** Unsaved edits; undefined if there are none. */
  readonly draft: Draft | undefined
  /** Place in the order, from 1; 0 if the rule is not saved. */
  readonly place: number
}

export const titleOf = ({ saved, draft, place }: RuleEntry<NamedDraft>): string =>
  (draft?.name.trim() ?? saved?.name ?? '') || (saved === null ? 'New rule' : `Rule ${String(place)}`)

/** The rules in order; unsaved new ones come first, as they will once saved. */
export function entriesOf<View extends RuleView, Draft>(
  rules: readonly View[],
  drafts: Drafts<Draft>,
  draftOf: (rule: View) => Draft,
): readonly RuleEntry<Draft>[] {
  const unsaved = Object.entries(drafts)
    .filter(([id]) => !rules.some((rule) => rule.id === id))
    .map(([id, draft]): RuleEntry<Draft> => ({ id, saved: null, draft, place: 0 }))
  const saved = rules.map((rule, at) => ({
    id: rule.id,
    saved: { ...rule, asDraft: draftOf(rule) },
    draft: drafts[rule.id],
    place: at + 1,
  }))
  return [...unsaved.reverse(), ...saved]
}

interface RuleWords {
  readonly label: string
  readonly note: string
  readonly empty: { readonly title: string; readonly text: string }
  readonly readFailed: string
  readonly resetTitle: string
  readonly placeholder?: string
  /** What a changed rule first applies to: "the next callback". */
  readonly next: string
  readonly allOff: string
}

interface PutTarget {
  readonly id: string
  readonly enabled: boolean
  /** The place of a new rule, from 0. */
  readonly at?: number
}

/** The differences between response rules and fault rules: one list and one editor show both. */
interface RuleTable<View extends RuleView, Draft extends NamedDraft> {
  /** The view of the Callbacks page; also the class of the form, and the first part of the method names. */
  readonly view: 'answers' | 'faults'
  readonly store: Pick<SharedValue<readonly View[]>, 'load' | 'use'>
  readonly drafts: RuleDrafts<Draft>
  readonly newDraft: Draft
  readonly draftOf: (rule: View) => Draft
  readonly errorsOf: (draft: Draft) => readonly FieldError[]
  readonly put: (bench: BenchClient, draft: Draft, target: PutTarget) => Promise<unknown>
  readonly refusalOf: (error: unknown, draft: Draft) => RuleRefusal
  /** Called with a draft without errors. */
  readonly sentenceOf: (draft: Draft) => string
  readonly words: RuleWords
}

type RuleCommand = 'put' | 'remove' | 'move' | 'switch' | 'resetCounts' | 'undo'

export type RuleFamily<Draft extends NamedDraft> = ReturnType<typeof createRuleFamily<RuleView, Draft>>

/** The tester's actions on the rules of one family. They show failures, and why a change cannot be made now. */
export function createRuleFamily<View extends RuleView, Draft extends NamedDraft>({
  store,
  draftOf,
  ...table
}: RuleTable<View, Draft>) {
  const { view, drafts, words, put } = table

  /** Makes a change and shows the resulting rules; null if it failed or cannot be made now. */
  const change = async <Made>(
    bench: BenchClient,
    command: RuleCommand,
    call: () => Promise<Made>,
  ): Promise<Made | null> => {
    if (isRejected(bench, `${view}.${command}`)) return null
    try {
      const made = await call()
      await store.load(bench)
      return made
    } catch (error) {
      showFailure(error)
      return null
    }
  }
  /** Offers to undo a change; `onUndone` restores the state of the page. */
  const offerUndo = (
    bench: BenchClient,
    { undo }: { readonly undo: string },
    { icon, text, undone }: { readonly icon: IconName; readonly text: string; readonly undone: string },
    onUndone: () => void = () => undefined,
  ): void => {
    const goBack = async (): Promise<void> => {
      if ((await change(bench, 'undo', () => bench.call(`${view}.undo`, { undo }))) === null) return
      onUndone()
      showToast({ icon: 'undo', text: undone })
    }
    showToast({ icon, text, action: { label: 'Undo', run: () => void goBack() } })
  }

  const commands = {
    begin(given: Partial<Draft>): void {
      const id = newRuleId()
      drafts.keep(id, { ...table.newDraft, ...given })
      wantFocus(drafts.nameOf(id))
      openView(view)
      chooseRule(view, id)
    },
    /** Saves a rule in its place, or at the top if it is new. Rejects with the reason if Paybench refuses. */
    async save(bench: BenchClient, draft: Draft, target: PutTarget): Promise<void> {
      await put(bench, draft, target)
      await store.load(bench)
    },
    /** `among`: the shown rules, within which the rule moves. */
    async move(bench: BenchClient, id: string, by: -1 | 1, among: readonly string[]): Promise<void> {
      const made = await change(bench, 'move', () =>
        bench.call(`${view}.move`, { id, by, among: [...among] }),
      )
      if (made === null) return
      const shown = made.rules.map((rule) => rule.id).filter((shownId) => among.includes(shownId))
      announce(`Rule moved to number ${String(shown.indexOf(id) + 1)} of ${String(shown.length)}`)
    },
    /** Places the copy directly below the original and selects it. */
    async duplicate(bench: BenchClient, { id: original, saved }: RuleEntry<Draft>): Promise<void> {
      if (saved === null) return
      const id = newRuleId()
      // The copy is turned off, because only the first of two equal rules acts. A name has at most 80 characters.
      const name = saved.name === '' ? '' : `${saved.name.slice(0, 74)}, copy`
      const made = await change(bench, 'put', async () => {
        const { rules } = await bench.call(`${view}.list`, {})
        const at = rules.findIndex((rule) => rule.id === original) + 1
        await put(bench, { ...saved.asDraft, name }, { id, enabled: false, at })
      })
      if (made === null) return
      chooseRule(view, id)
      announce('Rule duplicated. The copy is below, turned off.')
    },
    async enable(bench: BenchClient, id: string, enabled: boolean): Promise<void> {
      const made = await change(bench, 'switch', () => bench.call(`${view}.switch`, { ids: [id], enabled }))
      if (made !== null) announce(enabled ? 'Rule turned on' : 'Rule turned off')
    },
    async allOff(bench: BenchClient): Promise<void> {
      const made = await change(bench, 'switch', () => bench.call(`${view}.switch`, { enabled: false }))
      if (made === null) return
      offerUndo(bench, made, { icon: 'state-delivered', text: words.allOff, undone: 'Rules restored' })
    },
    async remove(bench: BenchClient, { id, saved, draft }: RuleEntry<Draft>): Promise<void> {
      const made = await change(bench, 'remove', () => bench.call(`${view}.remove`, { id }))
      if (made === null) return
      drafts.keep(id, null)
      const title = saved === null || saved.name === '' ? 'the rule' : `the rule “${saved.name}”`
      offerUndo(bench, made, { icon: 'trash', text: `Removed ${title}`, undone: `Restored ${title}` }, () => {
        if (draft !== undefined) drafts.keep(id, draft)
        chooseRule(view, id)
      })
    },
    async resetCounts(bench: BenchClient, id?: string): Promise<void> {
      const reset = (): Promise<unknown> => bench.call(`${view}.resetCounts`, id === undefined ? {} : { id })
      if ((await change(bench, 'resetCounts', reset)) !== null) announce('Counts reset')
    },
  }
  return {
    ...table,
    /** Describes a rule in one sentence. If it has errors, says what to enter, or points to the marked fields. */
    sentenceOf: (draft: Draft): string => {
      const [error] = table.errorsOf(draft)
      if (error === undefined) return table.sentenceOf(draft)
      return `Incomplete. ${error.isEmpty ? error.message : 'Correct the marked fields.'}`
    },
    /** The API method that makes a change; a control is disabled while its method cannot be called. */
    does: (command: RuleCommand): MethodName => `${view}.${command}`,
    /** The shown rules; null until they are read. */
    useEntries(isShown: (rule: Draft) => boolean) {
      const { value, ...live } = store.use()
      const typed = drafts.useDrafts()
      const shown = value?.filter((rule) => isShown(draftOf(rule)))
      return { ...live, rules: shown === undefined ? null : entriesOf(shown, typed, draftOf) }
    },
    commands,
  }
}

/** An id with 80 random bits, in hexadecimal. */
function newRuleId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `rule_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
