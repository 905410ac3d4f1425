import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { rememberedScroll, rememberScroll } from './payment-view'

interface RememberedScrollProps {
  /** Names what is scrolled; each name has its own position. */
  readonly name: string
  readonly children: ReactNode
}

/** A scrolling area that comes back where it was left. */
export function RememberedScroll({ name, children }: RememberedScrollProps) {
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (area.current !== null) area.current.scrollTop = rememberedScroll(name)
  }, [name])
  return (
    <div
      ref={area}
      className="scroll grow"
      onScroll={(event) => {
        rememberScroll(name, event.currentTarget.scrollTop)
      }}
    >
      {children}
    </div>
  )
}
