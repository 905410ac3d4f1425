import type { Line } from '../../../src-main/protocol/connection'

declare global {
  interface Window {
    /** The line to the bench that the desktop window hands to the page. */
    readonly paybench?: Line
  }
}

/** The line to the bench in the window of the desktop program; undefined in a browser. */
export const desktopLine = (): Line | undefined => window.paybench
