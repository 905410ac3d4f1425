import { type RefObject, useEffect, useRef, useState } from 'react'
import { announce } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import { useSessionDraftUnkept } from '#window/state/preferences'
import { isRejected } from '#window/state/refusal'
import { useWantedFocus } from '#window/ui/focus'
import { errorAt, type RuleRefusal } from './field-errors'
import type { NamedDraft, RuleEntry, RuleView } from './rule-entries'
import type { RuleFamily } from './rule-family'

/** A field that is typed apart from the draft until it can be read. */
export interface PendingField {
  readonly isPending: boolean
  /** False, and the field says why, where it cannot be read. */
  readonly commit: () => boolean
  readonly clear: () => void
}

export interface RuleEditing<Draft> {
  readonly form: RefObject<HTMLFormElement | null>
  readonly draft: Draft
  /** What is wrong with a field; null where nothing is. */
  readonly errorOf: (field: string) => string | null
  readonly hasErrors: boolean
  /** Why the bench did not save it, where that concerns no field. */
  readonly refusal: string | null
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** The browser has no room to keep the draft. */
  readonly isUnkept: boolean
  readonly edit: (change: Partial<Draft>) => void
  readonly rename: (name: string) => void
  readonly forgetRefusal: () => void
  readonly save: () => Promise<void>
  readonly discard: () => void
}

const NO_REFUSAL: RuleRefusal = { errors: [], rest: null }
const NOTHING_PENDING: PendingField = { isPending: false, commit: () => true, clear: () => undefined }

/** Draft, check and saving of one rule. What is typed is kept until it is saved or discarded. */
export function useRuleEditor<Rule, View extends RuleView, Draft extends NamedDraft>(
  { calls, commands, drafts, form: model }: RuleFamily<Rule, View, Draft>,
  entry: RuleEntry<View, Draft>,
  pending: PendingField = NOTHING_PENDING,
): RuleEditing<Draft> {
  const bench = useBench()
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const { id, saved } = entry
  useWantedFocus(form, drafts.nameOf(id))
  const isUnkept = useSessionDraftUnkept(drafts.nameOf(id))
  const draft = entry.draft ?? (saved === null ? model.newDraft : model.draftOf(saved))
  const { rule, errors } = model.check(draft, entry)
  const shownErrors = [...errors.filter(({ isEmpty }) => tries > 0 || !isEmpty), ...refusal.errors]

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  const refuse = (found: RuleRefusal): void => {
    setRefusal(found)
    setTries((n) => n + 1)
  }
  const settle = (): void => {
    setTries(0)
    setRefusal(NO_REFUSAL)
    pending.clear()
  }
  const replace = (next: Draft): void => {
    const isAsSaved = saved !== null && JSON.stringify(next) === JSON.stringify(model.draftOf(saved))
    drafts.keep(id, isAsSaved ? null : next)
    setRefusal(NO_REFUSAL)
  }
  return {
    form,
    draft,
    errorOf: (field) => errorAt(shownErrors, field),
    hasErrors: shownErrors.length > 0,
    refusal: refusal.rest,
    isChanged: entry.draft !== undefined || pending.isPending,
    isSaving,
    isUnkept,
    edit: (change) => replace({ ...draft, ...change }),
    rename: (name) => replace({ ...draft, name }),
    forgetRefusal: () => setRefusal(NO_REFUSAL),
    save: async () => {
      if (isSaving || isRejected(bench, calls.put.does)) return
      if (!pending.commit() || rule === null) {
        refuse(NO_REFUSAL)
        return
      }
      setSaving(true)
      try {
        await commands.save(bench, rule)
        drafts.forgetSaved(id, entry.draft)
        settle()
        announce(model.savedText)
      } catch (error) {
        refuse(model.refusalOf(error, draft))
      } finally {
        setSaving(false)
      }
    },
    discard: () => {
      drafts.keep(id, null)
      settle()
    },
  }
}
