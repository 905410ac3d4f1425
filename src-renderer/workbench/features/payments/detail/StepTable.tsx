import type { TimelineStep } from '../../../../../src-main/protocol/payments'
import { Icon } from '../../../ui/Icon'
import { formatBytes } from '../../../lib/figures'
import { partyWord } from './sequence-layout'
import { shortDay, stepGap, wireTimeMs } from '../../../message-view/step-time'

interface StepTableProps {
  readonly timeline: readonly TimelineStep[]
  readonly selectedId: string | null
  readonly onOpen: (step: TimelineStep) => void
}

function Answer({ step }: { readonly step: TimelineStep }) {
  if (step.answer === undefined) return null
  const look =
    step.answer === 'none' ? 'bad' : step.failed === true || !step.answer.startsWith('2') ? 'bad' : 'ok'
  return <span className={`http ${look}`}>{step.answer}</span>
}

/** The steps of the drawing as a table, with the exact times. */
export function StepTable({ timeline, selectedId, onOpen }: StepTableProps) {
  const ordered = [
    ...timeline.filter((step) => step.kind !== 'planned'),
    ...timeline.filter((step) => step.kind === 'planned'),
  ]
  return (
    <table className="plain steps">
      <caption className="sr">Steps of the payment</caption>
      <thead>
        <tr>
          <th className="num">#</th>
          <th>Virtual time</th>
          <th className="num">After</th>
          <th>From, to</th>
          <th>What</th>
          <th>Response</th>
          <th className="num">Size</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((step, index) => {
          const before = ordered[index - 1]
          const newDay = before !== undefined && before.at.slice(0, 10) !== step.at.slice(0, 10)
          const isSelected = step.id === selectedId
          return (
            <tr
              key={step.id}
              className={[isSelected ? 'chosen' : '', step.kind === 'planned' ? 'planned' : '']
                .join(' ')
                .trim()}
            >
              <td className="num dim">{index + 1}</td>
              <td className="mono" title={step.wallAt === undefined ? undefined : `wall ${step.wallAt}`}>
                {newDay ? `${shortDay(step.at)} ` : ''}
                {wireTimeMs(step.at)}
              </td>
              <td className="num dim mono">{before === undefined ? '' : stepGap(before.at, step.at)}</td>
              <td className="mid">
                {partyWord(step.from)}
                {step.from === step.to ? null : (
                  <>
                    {' '}
                    <Icon name="arrow" small className="inl" />
                    <span className="sr"> to </span> {partyWord(step.to)}
                  </>
                )}
              </td>
              <td
                className="wide-cell"
                title={step.detail === undefined ? step.title : `${step.title}: ${step.detail}`}
              >
                <span className="step-what">
                  <button
                    type="button"
                    className="step-open"
                    aria-current={isSelected ? 'step' : undefined}
                    onClick={() => {
                      onOpen(step)
                    }}
                  >
                    {step.title}
                  </button>
                  {step.kind === 'planned' ? <span className="dim">planned</span> : null}
                  {step.detail === undefined ? null : <span className="dim step-detail">{step.detail}</span>}
                </span>
              </td>
              <td>
                <Answer step={step} />
              </td>
              <td className="num dim">{step.sizeBytes === undefined ? '' : formatBytes(step.sizeBytes)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
