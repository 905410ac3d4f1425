import type { Command } from '#window/commands/command'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { DetailHeader } from '#window/commands/DetailHeader.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { Badge, type StateLook } from '#window/ui/StatusMark.tsx'
import { formatCount } from '#lib/words'
import { useBench } from '#window/state/bench'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '#window/state/toasts'
import { useSessionDraftUnkept } from '#window/state/preferences'
import { isRejected } from '#window/state/refusal'
import { useWantedFocus } from '#window/ui/focus'
import {
  errorAt,
  type NamedDraft,
  type RuleEntry,
  type RuleFamily,
  type RuleRefusal,
  titleOf,
} from './rule-family'
import { acts, type RuleView } from './rule-store'

interface RuleEditorFormProps<Draft extends NamedDraft> {
  readonly family: RuleFamily<Draft>
  readonly entry: RuleEntry<Draft>
  readonly order: readonly string[]
  readonly editing: RuleEditing<Draft>
  readonly children: ReactNode
}

export function RuleEditorForm<Draft extends NamedDraft>(props: RuleEditorFormProps<Draft>) {
  const { family, entry, order, editing, children } = props
  const { form, draft, errorOf, rename, refusal, isChanged, isUnkept, save, discard } = editing
  const { does, commands, words } = family
  const { id, saved, place } = entry
  const { word, ...look } = ruleState(entry)
  const kept = isUnkept
    ? 'Too large to survive a reload. Save it before you leave.'
    : saved === null
      ? 'Not in effect until you save it (Ctrl+Enter).'
      : isChanged
        ? 'Ctrl+Enter saves it.'
        : `Saved. Changes apply from ${words.next}.`
  type Change = Parameters<typeof does>[0]
  const onSaved = (label: string, icon: IconName, change: Change, run: Command['run']): Command => ({
    id: `rule ${label}`,
    icon,
    label,
    does: does(change),
    when: () => saved !== null,
    run,
  })
  const move = (by: -1 | 1, icon: IconName, to: 'up' | 'down'): Command => ({
    ...onSaved(`Move ${to}`, icon, 'move', (bench) => commands.move(bench, id, by, order)),
    whyNot: () =>
      order[place - 1 + by] === undefined ? `This rule is already the ${by < 0 ? 'first' : 'last'}.` : null,
  })
  // Enter in a field saves, as in any form; Ctrl+Enter saves from every part of it.
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, target, nativeEvent } = event
    const isMeant = ctrlKey || metaKey || (target instanceof HTMLInputElement && !nativeEvent.isComposing)
    if (key !== 'Enter' || !isMeant) return
    event.preventDefault()
    if (!event.repeat) void save()
  }
  return (
    <article className="pane fill" aria-labelledby="rule-title">
      <DetailHeader
        title={
          <h2 className="pane-title clip" id="rule-title" title={titleOf(entry)}>
            {titleOf(entry)}
          </h2>
        }
        badge={<Badge look={look}>{word}</Badge>}
        facts={
          <>
            <span role="status">{kept}</span>
            <span>
              {saved === null
                ? 'It goes to the top of the list.'
                : `number ${place} of ${order.length}, ${countsOf(saved)}`}
            </span>
          </>
        }
        subject={null}
        actions={[
          {
            id: 'rule save',
            icon: 'check',
            label: 'Save rule',
            does: does('put'),
            whyNot: () => (isChanged ? null : kept),
            run: save,
          },
          {
            id: 'rule discard',
            icon: 'undo',
            label: saved === null ? 'Discard rule' : 'Discard changes',
            whyNot: () => (isChanged ? null : kept),
            run: discard,
          },
          onSaved('Duplicate', 'copy', 'put', (bench) => commands.duplicate(bench, entry)),
        ]}
        menu={[
          { label: 'Order', commands: [move(-1, 'up', 'up'), move(1, 'lower', 'down')] },
          {
            label: 'Keep',
            commands: [
              onSaved('Reset counts', 'undo', 'resetCounts', (bench) => commands.resetCounts(bench, id)),
              onSaved('Remove', 'trash', 'remove', (bench) => commands.remove(bench, entry)),
            ],
          },
        ]}
      />
      <form
        ref={form}
        className={`stack fill scroll rule-fields ${family.view}`}
        aria-label={`Rule ${saved?.name ?? ''}`.trim()}
        onKeyDown={onKeyDown}
      >
        <output className="wrap sunken rule-preview">{family.sentenceOf(draft)}</output>
        <Failure title="The rule was not saved." error={refusal} />
        {children}
        <fieldset>
          <legend className="h-sec">In the list</legend>
          <TextField
            label="Name"
            error={errorOf('name')}
            placeholder={words.placeholder}
            value={draft.name}
            onText={rename}
          />
        </fieldset>
      </form>
    </article>
  )
}

/** The state of a rule in words; unsaved edits take precedence over whether it is on. */
export function ruleState({ saved, draft }: RuleEntry<NamedDraft>): StateLook & { readonly word: string } {
  if (saved === null) return { icon: 'note', hue: 'amber', word: 'not saved yet' }
  if (draft !== undefined) return { icon: 'note', hue: 'amber', word: 'edited, not saved' }
  if (!saved.enabled) return { icon: 'state-dropped', hue: 'quiet', word: 'off' }
  return acts(saved)
    ? { icon: 'state-delivered', hue: 'green', word: 'on' }
    : { icon: 'state-expired', hue: 'quiet', word: 'used up' }
}

export const countsOf = ({ evaluated, fired }: RuleView): string =>
  `applied to ${formatCount(fired)} of ${formatCount(evaluated)} matches`

type RuleEditing<Draft extends NamedDraft> = ReturnType<typeof useRuleEditor<Draft>>

const NO_REFUSAL: RuleRefusal = { errors: [], rest: null }

export function useRuleEditor<Draft extends NamedDraft>(
  { does, commands, drafts, words, newDraft, errorsOf, refusalOf }: RuleFamily<Draft>,
  entry: RuleEntry<Draft>,
) {
  const bench = useBench()
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const { id, saved } = entry
  useWantedFocus(form, drafts.nameOf(id))
  const isUnkept = useSessionDraftUnkept(drafts.nameOf(id))
  const draft = entry.draft ?? saved?.asDraft ?? newDraft
  const errors = errorsOf(draft)
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
  }
  const replace = (next: Draft): void => {
    const isAsSaved = saved !== null && JSON.stringify(next) === JSON.stringify(saved.asDraft)
    drafts.keep(id, isAsSaved ? null : next)
    setRefusal(NO_REFUSAL)
  }
  return {
    form,
    draft,
    errorOf: (field: string): string | null => errorAt(shownErrors, field),
    refusal: refusal.rest,
    isChanged: entry.draft !== undefined,
    /** True if the browser has no room to store the draft. */
    isUnkept,
    edit: (change: Partial<Draft>): void => replace({ ...draft, ...change }),
    rename: (name: string): void => replace({ ...draft, name }),
    save: async (): Promise<void> => {
      if (isSaving || isRejected(bench, does('put'))) return
      if (errors.length > 0) {
        refuse(NO_REFUSAL)
        return
      }
      setSaving(true)
      try {
        const target = saved === null ? { id, enabled: true, at: 0 } : { id, enabled: saved.enabled }
        await commands.save(bench, draft, target)
        drafts.forgetSaved(id, entry.draft)
        settle()
        announce(`Rule saved. It applies from ${words.next}.`)
      } catch (error) {
        refuse(refusalOf(error, draft))
      } finally {
        setSaving(false)
      }
    },
    discard: (): void => {
      drafts.keep(id, null)
      settle()
    },
  }
}
