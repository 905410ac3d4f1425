import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TimelineStep } from '#protocol/payments'
import {
  foldWords,
  type Lane,
  LANES,
  laneX,
  layOutSequence,
  type OpenMessage,
  partyWord,
  type SequenceLayout,
  type SequenceRow,
  stepSentence,
  type TimelineRow,
} from './sequence-layout'
import { useClock, useVirtualNow } from '#window/state/clock'
import { statusLook } from '#window/ui/StatusMark.tsx'
import { formatClock } from '#window/lib/time'
import './payment-detail.css'
import { visibleId } from '#window/ui/IdText.tsx'
import { wireTime, wireTimeMs } from '#window/message-view/callback-words'

interface SequenceDiagramProps {
  readonly paymentId: string
  readonly rows: readonly TimelineRow[]
  readonly selectedId: string | null
  readonly onOpen: OpenMessage
  readonly onUnfold: (id: string) => void
}

/** Times stand left of the drawing's own coordinates, in the padding of the figure. */
const LEFT_MARGIN = 78

function LifeLines({ layout }: { readonly layout: SequenceLayout }) {
  return (
    <g>
      {LANES.map((lane) => {
        const x = `${laneX(lane).toString()}%`
        return (
          <g key={lane}>
            <line className="life" x1={x} x2={x} y1={34} y2={layout.nowY} />
            <line className="life" x1={x} x2={x} y1={layout.nowY} y2={layout.height} strokeDasharray="2 4" />
          </g>
        )
      })}
      {layout.waits.map((wait) => (
        <line key={wait.from} className="bar" x1="50%" x2="50%" y1={wait.from} y2={wait.to} />
      ))}
      {LANES.map((lane) => (
        <svg key={lane} x={`${laneX(lane).toString()}%`} overflow="visible">
          <rect className="lane-box" x={-36} y={8.5} width={72} height={22} rx={4} />
          <text className="b" x={0} y={23} textAnchor="middle">
            {partyWord(lane)}
          </text>
        </svg>
      ))}
    </g>
  )
}

function StatusChip({ row }: { readonly row: Extract<SequenceRow, { type: 'status' }> }) {
  const look = statusLook(row.status)
  const width = 32 + row.status.length * 6
  return (
    <svg x="50%" y={row.y} overflow="visible" className="st-chip" data-hue={look.hue}>
      <rect x={-width / 2} y={2} width={width} height={19} rx={3} />
      <use
        href={`#i-${look.icon}`}
        x={-width / 2 + 6}
        y={5.5}
        width={12}
        height={12}
        fill="none"
        strokeWidth={1.75}
        strokeLinecap="round"
      />
      <text x={-width / 2 + 22} y={15.5}>
        {row.status}
      </text>
    </svg>
  )
}

interface FoldProps {
  readonly row: Extract<SequenceRow, { type: 'fold' }>
  readonly onUnfold: (id: string) => void
}

/** Failed attempts that are folded into one line between the platform and the merchant. */
function Fold({ row, onUnfold }: FoldProps) {
  const { fold, y } = row
  return (
    <a
      href={`#step-${fold.number.toString()}`}
      tabIndex={-1}
      className="seq-fold"
      role="button"
      aria-label={foldWords(fold)}
      onClick={(event) => {
        event.preventDefault()
        onUnfold(fold.id)
      }}
    >
      <rect className="hit" x={-LEFT_MARGIN} y={y} height={24} />
      <text
        className="halo"
        x={`${((laneX('platform') + laneX('merchant')) / 2).toString()}%`}
        y={y + 16}
        textAnchor="middle"
      >
        {foldWords(fold)}
      </text>
    </a>
  )
}

/** The line of now; it updates by itself, so that the drawing does not render again. */
function NowLine({ y }: { readonly y: number }) {
  const now = useVirtualNow()
  const frozen = useClock()?.mode === 'frozen'
  return (
    <g aria-hidden="true">
      <line className="now" x1={-LEFT_MARGIN} x2="100%" y1={y} y2={y} />
      <text className="m now-t halo" x={-66} y={y + 4}>
        {formatClock(now)}
      </text>
      <svg x="100%" overflow="visible">
        <text className="now-t halo" x={6} y={y + 4} textAnchor="end">
          {frozen ? 'now, frozen' : 'now'}
        </text>
      </svg>
    </g>
  )
}

/**
 * The payment as messages between its parties: what happened is solid, what is planned is dashed. Every
 * message is a link for the pointer; the table below has the same steps for the keyboard.
 */
export function SequenceDiagram({ paymentId, rows, selectedId, onOpen, onUnfold }: SequenceDiagramProps) {
  const figure = useRef<HTMLElement>(null)
  const width = useContentWidth(figure)
  const layout = layOutSequence(rows)
  const steps = layout.rows.flatMap((row) => (row.type === 'step' ? [row] : []))
  return (
    <figure className="seq" ref={figure}>
      <svg
        className="draw"
        height={layout.height}
        role="group"
        aria-label={`Sequence of payment ${visibleId(paymentId)}`}
      >
        {steps
          .filter((row) => row.step.id === selectedId)
          .map((row) => (
            <rect key={row.step.id} className="seq-selected" x={-LEFT_MARGIN} y={row.y} height={24} />
          ))}
        <LifeLines layout={layout} />
        {layout.rows.map((row) => {
          switch (row.type) {
            case 'step':
              return (
                <SequenceStep
                  key={`s${row.step.id}`}
                  row={row}
                  width={width}
                  selected={row.step.id === selectedId}
                  onOpen={onOpen}
                />
              )
            case 'status':
              return <StatusChip key={`c${row.y.toString()}`} row={row} />
            case 'fold':
              return <Fold key={`f${row.fold.id}`} row={row} onUnfold={onUnfold} />
            case 'day':
              return (
                <text key={`d${row.y.toString()}`} className="q b" x={-66} y={row.y + 17}>
                  {row.label}
                </text>
              )
          }
        })}
        <NowLine y={layout.nowY} />
      </svg>
    </figure>
  )
}

/** The width of an element in pixels without its padding, as it changes; 600 until it is measured. */
function useContentWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return width
}

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
  readonly onOpen: OpenMessage
}

/** One step of the drawing: a link that opens its exact bytes, where it has any. */
function SequenceStep({ row, width, selected, onOpen }: SequenceStepProps) {
  const { step, shape } = row
  const { reference } = step
  const drawing = (
    <>
      <title>{step.detail === undefined ? step.title : `${step.title}: ${step.detail}`}</title>
      <rect className="hit" x={-LEFT_MARGIN} y={row.y} height={24} />
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
    </>
  )
  if (reference === undefined) return <g>{drawing}</g>
  return (
    <a
      href={`#step-${row.number.toString()}`}
      tabIndex={-1}
      aria-label={stepSentence(row.number, step, wireTimeMs(step.at))}
      aria-current={selected ? 'step' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onOpen(reference, step.id)
      }}
    >
      {drawing}
    </a>
  )
}
