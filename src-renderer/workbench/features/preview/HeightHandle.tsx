import type { KeyboardEvent, PointerEvent } from 'react'

interface HeightHandleProps {
  readonly label: string
  /** Share of the lower part in percent. */
  readonly share: number
  readonly onShare: (share: number) => void
}

const LEAST = 15
const MOST = 75
const STEP = 3

const within = (share: number): number => Math.min(MOST, Math.max(LEAST, Math.round(share)))

/** The line between an upper and a lower part of its parent; moves by pointer and by arrow keys. */
export function HeightHandle({ label, share, onShare }: HeightHandleProps) {
  const drag = ({ currentTarget, pointerId, clientY }: PointerEvent<HTMLDivElement>): void => {
    const box = currentTarget.parentElement?.getBoundingClientRect()
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return
    onShare(within(((box.bottom - clientY) / box.height) * 100))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowUp: share + STEP, ArrowDown: share - STEP, Home: MOST, End: LEAST }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onShare(within(next))
  }
  return (
    <div
      className="divider h pv-height"
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  )
}
