import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Field } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import type { NamedDraft, RuleEntry, RuleView } from './rule-entries'
import type { RuleFamily } from './rule-family'
import { RuleHead } from './RuleHead'
import type { RuleEditing } from './use-rule-editor'

interface RuleEditorFormProps<Rule, View extends RuleView, Draft extends NamedDraft> {
  readonly family: RuleFamily<Rule, View, Draft>
  readonly entry: RuleEntry<View, Draft>
  /** The saved rules that are shown, in their order. */
  readonly order: readonly string[]
  readonly editing: RuleEditing<Draft>
  /** The rule as typed, in one sentence. */
  readonly preview: string
  /** The button that saves, where it depends on more than a change. */
  readonly saving?: { readonly isDue: boolean; readonly isDisabled: boolean }
  /** The fields between the preview and the name. */
  readonly children: ReactNode
}

/** One rule as a form. Ctrl+Enter saves. */
export function RuleEditorForm<Rule, View extends RuleView, Draft extends NamedDraft>({
  family,
  entry,
  order,
  editing,
  preview,
  saving = { isDue: editing.isChanged, isDisabled: false },
  children,
}: RuleEditorFormProps<Rule, View, Draft>) {
  const { editorWords } = family
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
          <output className="wrap rule-preview">{preview}</output>
          {refusal === null ? null : (
            <Notice tone="red" live title="The rule was not saved.">
              {refusal}
            </Notice>
          )}
          {children}
          <fieldset>
            <legend className="h-sec">In the list</legend>
            <Field label={editorWords.name.label} error={errorOf('name')}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  value={draft.name}
                  placeholder={editorWords.name.placeholder}
                  autoComplete="off"
                  onChange={(event) => rename(event.target.value)}
                />
              )}
            </Field>
          </fieldset>
        </div>
        <footer className="row small rule-foot">
          <span className="grow mid" role="status">
            {!isChanged
              ? editorWords.clean(entry)
              : isUnkept
                ? 'Not saved, and too large to survive a reload. Save it before you leave.'
                : 'Not saved. Your changes stay here until you save or discard them.'}
          </span>
          {isChanged ? (
            <Button look="quiet" size="large" icon="undo" onClick={discard}>
              {editorWords.discard(entry)}
            </Button>
          ) : null}
          <Button
            submit
            look={saving.isDue ? 'primary' : 'plain'}
            size="large"
            keys="Ctrl Enter"
            does={family.calls.put.does}
            disabled={saving.isDisabled}
          >
            {editorWords.save(entry)}
          </Button>
        </footer>
      </form>
    </article>
  )
}
