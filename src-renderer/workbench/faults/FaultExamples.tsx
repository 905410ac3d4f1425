import { faultSentence } from '../../../src-main/core/fault/explain'
import type { FaultKind, FaultStage } from '../../../src-main/core/fault/fault'
import { FAULT_KINDS, FAULTS } from '../../../src-main/core/fault/fault-table'
import { Button } from '../ui/Button'

const STAGES: readonly { readonly stage: FaultStage; readonly title: string }[] = [
  { stage: 'message', title: 'Whether and when a callback leaves' },
  { stage: 'attempt', title: 'What an attempt says' },
  { stage: 'wire', title: 'How an attempt goes over the wire' },
]

/** Everything that can go wrong, each with its sentence and a way to begin. */
export function FaultExamples({ onAdd }: { readonly onAdd: (kind: FaultKind) => void }) {
  return (
    <section className="scroll grow flt-examples" aria-label="Kinds of faults" tabIndex={0}>
      {STAGES.map(({ stage, title }) => (
        <div key={stage}>
          <h2 className="h-sec">{title}</h2>
          <ul>
            {FAULT_KINDS.filter((kind) => FAULTS[kind].stage === stage).map((kind) => (
              <li key={kind}>
                <div className="grow">
                  <b>{FAULTS[kind].name}</b>
                  <p className="mid">{FAULTS[kind].explanation}</p>
                  <p className="dim">
                    {faultSentence({ match: {}, when: { kind: 'always' }, fault: FAULTS[kind].example })}
                  </p>
                </div>
                <Button
                  size="small"
                  icon="plus"
                  does="faults.put"
                  aria-label={`New rule: ${FAULTS[kind].name}`}
                  onClick={() => onAdd(kind)}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
