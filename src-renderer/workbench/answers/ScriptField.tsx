import { useState } from 'react'
import { Field } from '../ui/Field'
import { readScript, scriptText } from './script-text'
import type { StepDraft } from './step-draft'

interface ScriptFieldProps {
  readonly steps: readonly StepDraft[]
  readonly onSteps: (steps: readonly StepDraft[]) => void
}

interface Typing {
  readonly text: string
  /** The answers when the typing began: what they hold beside their status is taken over from there. */
  readonly from: readonly StepDraft[]
}

/** All answers in one line, for whoever types faster than clicking. */
export function ScriptField({ steps, onSteps }: ScriptFieldProps) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const read = typing === null ? null : readScript(typing.text, typing.from)
  return (
    <Field
      label="In one line"
      help="Statuses, never, reset and pass on, with commas between; 200 after 12 s is late."
      fault={read?.fault}
    >
      {(control) => (
        <input
          {...control}
          className="input mono"
          value={typing?.text ?? scriptText(steps)}
          placeholder="500, 500, 200"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            const next = { text: event.target.value, from: typing?.from ?? steps }
            const script = readScript(next.text, next.from)
            setTyping(next)
            if (script.fault === null) onSteps(script.steps)
          }}
          onBlur={() => {
            if (read?.fault === null) setTyping(null)
          }}
        />
      )}
    </Field>
  )
}
