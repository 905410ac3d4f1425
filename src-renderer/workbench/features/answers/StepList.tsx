import { useRef } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Select } from '#window/ui/Field.tsx'
import { useRowKeys } from '#window/ui/use-row-keys'
import { Badge } from '#window/ui/StatusMark.tsx'
import { emptyStep, STEP_KINDS, STEP_NAMES, type StepDraft } from './step-draft'
import { StepFields } from './StepFields'

const KINDS = STEP_KINDS.map((value) => ({ value, label: STEP_NAMES[value] }))
const MAX_STEPS = 100

interface StepListProps {
  readonly steps: readonly StepDraft[]
  readonly errorOf: (field: string) => string | null
  /** Index of the answer that the next request gets; null where it depends on the request. */
  readonly next: number | null
  readonly onSteps: (steps: readonly StepDraft[]) => void
}

/** The answers of a rule in their order. */
export function StepList({ steps, errorOf, next, onSteps }: StepListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRowKeys(box, steps.length)
  const error = steps.length === 0 ? errorOf('steps') : null
  return (
    <div ref={box} className="ar-rows">
      <ol className="ar-steps" aria-label="Responses in order">
        {steps.map((step, at) => {
          const number = String(at + 1)
          const swap = (to: number): void => {
            rows.move(at, to)
            onSteps(steps.toSpliced(at, 1).toSpliced(to, 0, step))
          }
          return (
            <li key={rows.keys[at]} data-row={at} className="ar-step" aria-label={`Response ${number}`}>
              <div className="ar-step-head">
                <span className="dim rule-place">{number}.</span>
                <Select
                  label={`Type of response ${number}`}
                  value={step.kind}
                  options={KINDS}
                  onChange={(kind) => onSteps(steps.with(at, { ...step, kind }))}
                />
                <span className="grow">
                  {next === at ? (
                    <Badge look={{ icon: 'next', hue: 'quiet' }} small>
                      next
                    </Badge>
                  ) : null}
                </span>
                <Button
                  look="quiet"
                  size="small"
                  icon="up"
                  data-part="up"
                  aria-label={`Move response ${number} up`}
                  disabled={at === 0}
                  onClick={() => swap(at - 1)}
                />
                <Button
                  look="quiet"
                  size="small"
                  icon="lower"
                  data-part="down"
                  aria-label={`Move response ${number} down`}
                  disabled={at === steps.length - 1}
                  onClick={() => swap(at + 1)}
                />
                <Button
                  look="quiet"
                  size="small"
                  icon="trash"
                  data-part="remove"
                  aria-label={`Remove response ${number}`}
                  disabled={steps.length === 1}
                  onClick={() => {
                    rows.remove(at)
                    onSteps(steps.toSpliced(at, 1))
                  }}
                />
              </div>
              <StepFields
                step={step}
                errorOf={(field) => errorOf(`steps.${String(at)}.${field}`)}
                onEdit={(change) => onSteps(steps.with(at, { ...step, ...change }))}
              />
            </li>
          )
        })}
      </ol>
      {error === null ? null : <span className="bad">{error}</span>}
      <span>
        <Button
          size="small"
          icon="plus"
          disabled={steps.length >= MAX_STEPS}
          data-part="add"
          onClick={() => {
            rows.add()
            onSteps([...steps, emptyStep('reply')])
          }}
        >
          Add a response
        </Button>
      </span>
    </div>
  )
}
