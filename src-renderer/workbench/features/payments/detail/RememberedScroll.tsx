import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { rememberedScroll, rememberScroll } from './payment-view'

interface RememberedScrollProps {
  /** Names what is scrolled; each name has its own position. */
  readonly name: string
  /** Name for screen readers: the area takes the focus so that keys can scroll it. */
  readonly label: string
  readonly children: ReactNode
}

/** A scrolling area whose position is restored. */
export function RememberedScroll({ name, label, children }: RememberedScrollProps) {
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (area.current !== null) area.current.scrollTop = rememberedScroll(name)
  }, [name])
  return (
    <div
      ref={area}
      className="scroll grow inset-focus"
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => {
        rememberScroll(name, event.currentTarget.scrollTop)
      }}
    >
      {children}
    </div>
  )
}
