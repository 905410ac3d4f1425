import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Hue of a state mark. */
    '--st'?: string
    /** Share of the list beside a detail. */
    '--split'?: string
    /** Share of the detail. */
    '--rest'?: string
  }
}
