import type { TimelineStep } from '#protocol/payments'
import { type Lane, laneX, type SequenceRow, stepSentence } from './sequence-layout'
import { wireTime, wireTimeMs } from '#window/message-view/step-time'

type StepRow = Extract<SequenceRow, { type: 'step' }>

/** Mean width of a character of the labels, in pixels; only used to shorten labels that would overflow. */
const CHARACTER = 5.3

const percent = (x: number): string => `${x.toString()}%`

function shorten(text: string, room: number): string {
  const most = Math.max(6, Math.floor(room / CHARACTER))
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

const lookOf = (step: TimelineStep): 'plan' | 'bad' | '' =>
  step.kind === 'planned' ? 'plan' : step.failed === true ? 'bad' : ''

function Answer({
  step,
  x,
  y,
  leftwards,
}: {
  readonly step: TimelineStep
  readonly x: number
  readonly y: number
  readonly leftwards: boolean
}) {
  if (step.answer === undefined) return null
  const good = step.failed !== true && step.answer.startsWith('2')
  return (
    <svg x={percent(x)} overflow="visible">
      <text
        className={good ? 'm good' : 'm wrong'}
        x={leftwards ? -9 : 9}
        y={y + 4}
        textAnchor={leftwards ? 'end' : 'start'}
      >
        {step.answer}
      </text>
    </svg>
  )
}

function Arrow({
  row,
  from,
  to,
  width,
}: {
  readonly row: StepRow
  readonly from: Lane
  readonly to: Lane
  readonly width: number
}) {
  const { step } = row
  const [x1, x2] = [laneX(from), laneX(to)]
  const leftwards = x2 < x1
  const y = row.y + 18
  const look = lookOf(step)
  const room = (Math.abs(x1 - x2) / 100) * width + 32
  return (
    <>
      <line className={`msg ${look}`} x1={percent(x1)} x2={percent(x2)} y1={y} y2={y} />
      <svg x={percent(x2)} overflow="visible">
        {look === 'bad' ? (
          <path className="bad-s" d={`M${leftwards ? '11' : '-17'} ${(y - 3).toString()}l6 6m0 -6l-6 6`} />
        ) : null}
        <path className={`tip ${look}`} d={`M0 ${y.toString()}l${leftwards ? '7' : '-7'} -3.5v7z`} />
      </svg>
      <text
        className={look === 'plan' ? 'halo planned' : 'halo'}
        x={percent((x1 + x2) / 2)}
        y={y - 5}
        textAnchor="middle"
      >
        {shorten(step.title, room)}
      </text>
      <Answer step={step} x={x2} y={y} leftwards={leftwards} />
    </>
  )
}

function Loop({ row, lane, width }: { readonly row: StepRow; readonly lane: Lane; readonly width: number }) {
  const look = lookOf(row.step)
  const top = row.y + 7
  const leftwards = lane === 'merchant'
  const [out, back] = leftwards ? [-26, -10] : [26, 10]
  const turn = leftwards ? -4 : 4
  return (
    <svg x={percent(laneX(lane))} overflow="visible">
      <path
        className={`msg ${look}`}
        fill="none"
        d={`M${turn.toString()} ${top.toString()}h${out.toString()}v11H${back.toString()}`}
      />
      <path
        className={`tip ${look}`}
        d={`M${turn.toString()} ${(top + 11).toString()}l${leftwards ? '-7' : '7'} -3.5v7z`}
      />
      <text
        className={look === 'plan' ? 'halo planned' : 'halo'}
        x={leftwards ? -38 : 38}
        y={row.y + 16}
        textAnchor={leftwards ? 'end' : 'start'}
      >
        {shorten(row.step.title, (width * (leftwards ? 80 : 100 - laneX(lane))) / 100 - 40)}
      </text>
    </svg>
  )
}

/** A step of the tester is at the platform's line, marked with a ring. */
function ByTester({ row, width }: { readonly row: StepRow; readonly width: number }) {
  return (
    <svg x={percent(laneX('platform'))} overflow="visible">
      <circle className="seq-hand" cx={0} cy={row.y + 12} r={4} />
      <text className="halo" x={12} y={row.y + 16}>
        <tspan className="q">you: </tspan>
        {shorten(row.step.title, width * 0.5 - 30)}
      </text>
    </svg>
  )
}

interface SequenceStepProps {
  readonly row: StepRow
  /** Width of the drawing in pixels. */
  readonly width: number
  readonly selected: boolean
  readonly tabStop: boolean
  readonly onOpen: (step: TimelineStep) => void
}

/** One step of the drawing: a link that opens its exact bytes. */
export function SequenceStep({ row, width, selected, tabStop, onOpen }: SequenceStepProps) {
  const { step, shape } = row
  return (
    <a
      href={`#step-${row.number.toString()}`}
      tabIndex={tabStop ? 0 : -1}
      aria-label={stepSentence(row.number, step, wireTimeMs(step.at))}
      aria-current={selected ? 'step' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onOpen(step)
      }}
    >
      <title>{step.detail === undefined ? step.title : `${step.title}: ${step.detail}`}</title>
      <rect className="hit" x={-78} y={row.y} height={24} />
      <text className={step.kind === 'planned' ? 'm q' : 'm mid-t'} x={-66} y={row.y + 17}>
        {wireTime(step.at)}
      </text>
      {shape.shape === 'arrow' ? (
        <Arrow row={row} from={shape.from} to={shape.to} width={width} />
      ) : shape.shape === 'loop' ? (
        <Loop row={row} lane={shape.lane} width={width} />
      ) : (
        <ByTester row={row} width={width} />
      )}
    </a>
  )
}
