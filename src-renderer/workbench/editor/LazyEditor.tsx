import { lazy, Suspense } from 'react'
import type { CodeEditorProps, TextComparisonProps } from './CodeEditor'

export type { TextProblem } from './create-editor'
export type { CodeEditorHandle } from './CodeEditor'

const parts = () => import('./CodeEditor')
const LazyCodeEditor = lazy(async () => ({ default: (await parts()).CodeEditor }))
const LazyTextComparison = lazy(async () => ({ default: (await parts()).TextComparison }))

const placeholder = <div className="code-editor" aria-busy="true" />

/** The editor; its code loads when it is first shown. */
export function LazyEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={placeholder}>
      <LazyCodeEditor {...props} />
    </Suspense>
  )
}

export function SideBySide(props: TextComparisonProps) {
  return (
    <Suspense fallback={placeholder}>
      <LazyTextComparison {...props} />
    </Suspense>
  )
}
