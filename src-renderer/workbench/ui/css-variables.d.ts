import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Share of the list beside a detail. */
    '--split'?: string
    /** Share of the detail. */
    '--rest'?: string
    /** Tracks of the columns of a list that the tester chose, and what rows need for them at least. */
    '--cols'?: string
    '--least-row'?: string
  }
}
