import type { ReactNode } from 'react'
import { ICON_PATHS, type IconName } from '#window/lib/icon-paths.tsx'

export type { IconName } from '#window/lib/icon-paths.tsx'

export function IconSprite() {
  return (
    <svg className="sr" aria-hidden="true" focusable="false">
      {Object.entries<ReactNode>(ICON_PATHS).map(([name, drawing]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 16 16">
          {typeof drawing === 'string' ? <path d={drawing} /> : drawing}
        </symbol>
      ))}
    </svg>
  )
}

interface IconProps {
  readonly name: IconName
  readonly small?: boolean
  readonly className?: string
}

/** Hidden from screen readers: a visible word or a `.sr` text is always beside it. */
export function Icon({ name, small = false, className }: IconProps) {
  return (
    <svg className={['icon', small ? 's' : '', className].filter(Boolean).join(' ')} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
