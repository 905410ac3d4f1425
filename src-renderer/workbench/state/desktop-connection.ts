import type { Connection } from '#protocol/connection'

declare global {
  interface Window {
    /** The connection to the bench that the desktop window hands to the page. */
    readonly paybench?: Connection
  }
}

/** The connection to the bench in the window of the desktop program; undefined in a browser. */
export const desktopConnection = (): Connection | undefined => window.paybench
