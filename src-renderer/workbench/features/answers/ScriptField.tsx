import { Field } from '#window/ui/Field.tsx'
import { readScript, scriptText } from './script-text'
import type { StepDraft } from './step-draft'

/** A line that is being typed. */
export interface TypedScript {
  readonly text: string
  /** The answers when typing started: what the line does not say is copied from them. */
  readonly from: readonly StepDraft[]
  /** The field was left, or saving was attempted, since the last key: only then errors are shown. */
  readonly isChecked: boolean
}

interface ScriptFieldProps {
  readonly steps: readonly StepDraft[]
  readonly typed: TypedScript | null
  /** `steps` null: the line cannot be read yet. */
  readonly onType: (typed: TypedScript, steps: readonly StepDraft[] | null) => void
  /** The line was left. */
  readonly onLeave: () => void
}

/** Why the line cannot be read; null where it can. */
export function scriptError(typed: TypedScript | null): string | null {
  return typed === null ? null : readScript(typed.text, typed.from).error
}

/** The line once it was left, or saving was attempted. */
export function checked(typed: TypedScript | null): TypedScript | null {
  return typed === null ? null : { ...typed, isChecked: true }
}

/** All answers in one line, for fast typing. */
export function ScriptField({ steps, typed, onType, onLeave }: ScriptFieldProps) {
  const error = typed?.isChecked === true ? scriptError(typed) : null
  return (
    <Field
      label="As one line"
      help={
        <>
          Comma-separated: a status, <code>never</code>, <code>reset</code> or <code>pass on</code>. Delay:{' '}
          <code>200 after 12 s</code>.
        </>
      }
      error={error}
    >
      {(control) => (
        <input
          {...control}
          className="input mono"
          value={typed?.text ?? scriptText(steps)}
          placeholder="500, 500, 200"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            const next = { text: event.target.value, from: typed?.from ?? steps, isChecked: false }
            onType(next, readScript(next.text, next.from).steps)
          }}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}
