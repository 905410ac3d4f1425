import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { TimelineStep } from '#protocol/payments'
import { foldWords, type TimelineRow } from './timeline-rows'
import { useClock, useVirtualNow } from '#window/state/clock'
import { statusLook } from '#window/ui/states'
import { formatClock } from '#window/lib/time'
import {
  LANES,
  laneX,
  layOutSequence,
  partyWord,
  type SequenceLayout,
  type SequenceRow,
} from './sequence-layout'
import { SequenceStep } from './SequenceStep'
import './sequence.css'
import { visibleId } from '#window/ui/id-text'

interface SequenceDiagramProps {
  readonly paymentId: string
  readonly rows: readonly TimelineRow[]
  readonly selectedId: string | null
  readonly onOpen: (step: TimelineStep) => void
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
    <svg
      x="50%"
      y={row.y}
      overflow="visible"
      className="st-chip"
      data-hue={look.hue === 'amber' || look.hue === 'red' ? look.hue : 'quiet'}
    >
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
 * The payment as messages between its parties: what happened is solid, what is planned is dashed. Every step
 * is a link; the group is one tab stop and the arrow keys move in it.
 */
export function SequenceDiagram({ paymentId, rows, selectedId, onOpen, onUnfold }: SequenceDiagramProps) {
  const figure = useRef<HTMLElement>(null)
  const width = useContentWidth(figure)
  const layout = layOutSequence(rows)
  const steps = layout.rows.flatMap((row) => (row.type === 'step' ? [row] : []))
  const tabStop = steps.find((row) => row.step.id === selectedId)?.step.id ?? steps[0]?.step.id

  const move = (event: KeyboardEvent): void => {
    const links = [...(figure.current?.querySelectorAll<SVGAElement>('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const to =
      event.key === 'ArrowDown'
        ? at + 1
        : event.key === 'ArrowUp'
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? links.length - 1
              : null
    const link = to === null ? undefined : links[to]
    if (at < 0 || link === undefined) return
    event.preventDefault()
    link.focus()
  }

  return (
    <figure className="seq" ref={figure} onKeyDown={move}>
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
                  tabStop={row.step.id === tabStop}
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
    return () => {
      observer.disconnect()
    }
  }, [element])
  return width
}
