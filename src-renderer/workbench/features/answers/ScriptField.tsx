import { Field } from '../../ui/Field'
import { readScript, scriptText } from './script-text'
import type { StepDraft } from './step-draft'

/** A line that is being typed. */
export interface TypedScript {
  readonly text: string
  /** The answers when the typing began: what they hold beside their status is taken over from there. */
  readonly from: readonly StepDraft[]
  /** It was left or to be saved since the last key: only then it is said what is wrong with it. */
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
export function scriptFault(typed: TypedScript | null): string | null {
  return typed === null ? null : readScript(typed.text, typed.from).fault
}

/** The line as it is once it was left, or was to be saved. */
export function checked(typed: TypedScript | null): TypedScript | null {
  return typed === null ? null : { ...typed, isChecked: true }
}

/** All answers in one line, for whoever types faster than clicking. */
export function ScriptField({ steps, typed, onType, onLeave }: ScriptFieldProps) {
  const fault = typed?.isChecked === true ? scriptFault(typed) : null
  return (
    <Field
      label="As one line"
      help="Comma-separated: a status, `never`, `reset` or `pass on`. Delay: `200 after 12 s`."
      fault={fault}
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
