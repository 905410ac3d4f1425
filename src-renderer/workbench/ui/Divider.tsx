import type { KeyboardEvent, PointerEvent } from 'react'

interface DividerProps {
  readonly label: string
  /** `vertical` between a left and a right part of its parent, `horizontal` between an upper and a lower one. */
  readonly lies: 'vertical' | 'horizontal'
  /** Share of the left or of the lower part in percent, from `least` to 75. */
  readonly share: number
  readonly least: number
  readonly onShare: (share: number) => void
}

const STEP = 2
const MOST = 75

export function Divider({ label, lies, share, least, onShare }: DividerProps) {
  const set = (next: number): void => onShare(Math.min(MOST, Math.max(least, Math.round(next * 10) / 10)))
  const drag = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLDivElement>): void => {
    const box = currentTarget.parentElement?.getBoundingClientRect()
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return
    const part = lies === 'vertical' ? (clientX - box.left) / box.width : (box.bottom - clientY) / box.height
    set(part * 100)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const [less, more] = lies === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp']
    const [first, last] = lies === 'vertical' ? [least, MOST] : [MOST, least]
    const next = { [less]: share - STEP, [more]: share + STEP, Home: first, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }
  return (
    <div
      className={lies === 'vertical' ? 'divider' : 'divider h'}
      role="separator"
      aria-orientation={lies}
      aria-label={label}
      aria-valuenow={Math.round(share)}
      aria-valuemin={least}
      aria-valuemax={MOST}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  )
}
