import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useFocusKept } from '#window/ui/use-focus-kept'

interface SplitPaneProps {
  /** Name of the separator: "Width of the list". */
  readonly label: string
  /** Share of the left pane in percent. */
  readonly share: number
  readonly onShare: (share: number) => void
  readonly left: ReactNode
  readonly right: ReactNode
  /** What gets the focus where a control of a pane goes away with it. */
  readonly keepFocus?: string
}

const LEAST = 25
const MOST = 75
const STEP = 2

const within = (share: number): number => Math.min(MOST, Math.max(LEAST, share))

/** Two panes with a separator that moves by pointer and by arrow keys. */
export function SplitPane({
  label,
  share,
  onShare,
  left,
  right,
  keepFocus = '[role="grid"]',
}: SplitPaneProps) {
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box, keepFocus)

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box.current === null) return
    const { left: from, width } = box.current.getBoundingClientRect()
    onShare(within(Math.round(((event.clientX - from) / width) * 1000) / 10))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: share - STEP, ArrowRight: share + STEP, Home: LEAST, End: MOST }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onShare(within(next))
  }

  return (
    <div ref={box} className="split" style={{ '--split': `${share}fr`, '--rest': `${100 - share}fr` }}>
      {left}
      <div
        className="divider"
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={Math.round(share)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        tabIndex={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
      />
      {right}
    </div>
  )
}
