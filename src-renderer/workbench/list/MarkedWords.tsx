import type { ReactNode } from 'react'

interface MarkedWordsProps {
  readonly children: ReactNode
  /** Marks and labels behind the words. */
  readonly marks: ReactNode
}

/** Words of a cell that are cut where there is no room, and marks behind them that are not. */
export function MarkedWords({ children, marks }: MarkedWordsProps) {
  return (
    <span className="marked-words">
      <span className="words">{children}</span>
      {marks}
    </span>
  )
}
