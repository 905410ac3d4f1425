import { useEffect, useRef } from 'react'
import { createComparison } from './create-comparison'
import { editorRoot, keepTyping } from './shadow-root'
import './editor.css'

export interface TextComparisonProps {
  readonly before: string
  readonly after: string
}

/** Two texts side by side, differences marked by a line and a colour. */
export function TextComparison({ before, after }: TextComparisonProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return
    return createComparison(
      editorRoot(host.current),
      { label: 'Original', text: before },
      { label: 'As it will be sent', text: after },
    )
  }, [before, after])
  return (
    <div
      ref={host}
      className="code-editor"
      role="group"
      aria-label="Original and edited side by side"
      onKeyDown={keepTyping}
    />
  )
}
