import { Button } from '#window/ui/Button.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
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
import type { RuleView } from './rule-store'

interface RuleEditorFormProps<Draft extends NamedDraft> {
  readonly family: RuleFamily<Draft>
  readonly entry: RuleEntry<Draft>
  readonly order: readonly string[]
  readonly editing: RuleEditing<Draft>
  readonly children: ReactNode
}

export function RuleEditorForm<Draft extends NamedDraft>({
  family,
  entry,
  order,
  editing,
  children,
}: RuleEditorFormProps<Draft>) {
  const { words } = family
  const { form, draft, errorOf, rename, isChanged, isUnkept, refusal, save, discard } = editing
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) void save()
  }
  return (
    <article className="pane fill" aria-labelledby="rule-title">
      <RuleHead family={family} entry={entry} order={order} />
      <form
        ref={form}
        className={`fill rule-form ${family.view}`}
        aria-label={`Rule ${entry.saved?.name ?? ''}`.trim()}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        onKeyDown={onKeyDown}
      >
        <div className="stack rule-fields scroll" role="region" aria-label="The rule" tabIndex={-1}>
          <output className="wrap rule-preview">{family.sentenceOf(draft)}</output>
          {refusal === null ? null : (
            <Notice tone="red" live title="The rule was not saved.">
              {refusal}
            </Notice>
          )}
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
        </div>
        <footer className="row small pad lined-above rule-foot">
          <span className="grow mid" role="status">
            {!isChanged
              ? `Saved. Changes apply from ${words.next}.`
              : isUnkept
                ? 'Not saved, and too large to survive a reload. Save it before you leave.'
                : 'Not saved. Your changes stay here until you save or discard them.'}
          </span>
          {isChanged ? (
            <Button look="quiet" size="large" icon="undo" onClick={discard}>
              {entry.saved === null ? 'Discard rule' : 'Discard changes'}
            </Button>
          ) : null}
          <Button
            submit
            look={isChanged ? 'primary' : 'plain'}
            size="large"
            keys="Ctrl Enter"
            does={family.does('put')}
          >
            Save rule
          </Button>
        </footer>
      </form>
    </article>
  )
}

function RuleHead<Draft extends NamedDraft>({
  family: { does, commands, words },
  entry,
  order,
}: Pick<RuleEditorFormProps<Draft>, 'family' | 'entry' | 'order'>) {
  const bench = useBench()
  const { id, saved, place } = entry
  return (
    <header className="bar detail-head">
      <div className="grow">
        <h2 className="pane-title clip" id="rule-title">
          {titleOf(entry)}
        </h2>
        <p className="small mid facts msg-meta">
          {saved === null ? (
            <span>It goes to the top of the list.</span>
          ) : (
            <>
              <span className="fix">
                number {place} of {order.length}
              </span>
              <span className="fix">{countsOf(saved)}</span>
            </>
          )}
        </p>
      </div>
      {saved === null ? null : (
        <>
          <Button
            look="quiet"
            size="small"
            title={words.resetTitle}
            does={does('resetCounts')}
            onClick={() => void commands.resetCounts(bench, id)}
          >
            Reset counts
          </Button>
          {BUTTONS.map(({ icon, label, command, by }) => (
            <Button
              key={icon}
              look="quiet"
              size="small"
              icon={icon}
              aria-label={label}
              disabled={by !== undefined && order[place - 1 + by] === undefined}
              does={does(command)}
              onClick={() => {
                if (by !== undefined) void commands.move(bench, id, by, order)
                else if (command === 'put') void commands.duplicate(bench, entry)
                else void commands.remove(bench, entry)
              }}
            />
          ))}
        </>
      )}
    </header>
  )
}

const BUTTONS = [
  { icon: 'up', label: 'Move this rule up', command: 'move', by: -1 },
  { icon: 'lower', label: 'Move this rule down', command: 'move', by: 1 },
  { icon: 'copy', label: 'Duplicate this rule', command: 'put', by: undefined },
  { icon: 'trash', label: 'Remove this rule', command: 'remove', by: undefined },
] as const

export const countsOf = ({ evaluated, fired }: RuleView): string =>
  `applied to ${formatCount(fired)} of ${formatCount(evaluated)} matching`

export type RuleEditing<Draft extends NamedDraft> = ReturnType<typeof useRuleEditor<Draft>>

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
