import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

const SMALLEST = 25
const LARGEST = 75
const STEP = 2

interface CallbackSplitProps {
  /** Share of the list in percent. */
  readonly share: number
  readonly onShare: (share: number) => void
  readonly list: ReactNode
  readonly detail: ReactNode
}

/** List and detail beside each other; the line between them moves by pointer and arrow keys. */
export function CallbackSplit({ share, onShare, list, detail }: CallbackSplitProps) {
  const area = useRef<HTMLDivElement>(null)
  const move = (next: number): void => {
    onShare(Math.round(Math.min(LARGEST, Math.max(SMALLEST, next)) * 10) / 10)
  }
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move(((event.clientX - box.left) / box.width) * 100)
  }
  const nudge = (event: KeyboardEvent): void => {
    const next =
      event.key === 'ArrowLeft'
        ? share - STEP
        : event.key === 'ArrowRight'
          ? share + STEP
          : event.key === 'Home'
            ? SMALLEST
            : event.key === 'End'
              ? LARGEST
              : null
    if (next === null) return
    event.preventDefault()
    move(next)
  }
  return (
    <div
      className="split"
      ref={area}
      style={{
        gridTemplateColumns: `minmax(380px, ${share.toString()}fr) 1px minmax(480px, ${(100 - share).toString()}fr)`,
      }}
    >
      {list}
      <div
        className="divider"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuenow={Math.round(share)}
        aria-valuemin={SMALLEST}
        aria-valuemax={LARGEST}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={nudge}
      />
      {detail}
    </div>
  )
}
