import { useEffect, useRef } from 'react'
import { createComparison } from './create-comparison'
import { editorRoot, keepTyping } from './shadow-root'
import './editor.css'

export interface TextComparisonProps {
  readonly before: string
  readonly after: string
  /** Names of the left and the right text; without them, an original and its edited text. */
  readonly names?: readonly [before: string, after: string]
}

const EDITED = ['Original', 'As it will be sent'] as const

/** Two texts side by side, differences marked by a line and a colour. */
export function TextComparison({ before, after, names = EDITED }: TextComparisonProps) {
  const host = useRef<HTMLDivElement>(null)
  const [left, right] = names
  useEffect(() => {
    if (host.current === null) return
    return createComparison(
      editorRoot(host.current),
      { label: left, text: before },
      { label: right, text: after },
    )
  }, [before, after, left, right])
  return (
    <div className="comparison">
      <p className="comparison-heads" aria-hidden="true">
        <span>{left}</span>
        <span>{right}</span>
      </p>
      <div
        ref={host}
        className="code-editor"
        role="group"
        aria-label={
          names === EDITED ? 'Original and edited side by side' : `${left} and ${right} side by side`
        }
        onKeyDown={keepTyping}
      />
    </div>
  )
}
