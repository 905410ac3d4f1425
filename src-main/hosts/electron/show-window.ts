import type { BrowserWindow } from 'electron'

/** Wait for the first paint, milliseconds. On Wayland a hidden window may never paint. */
const PAINT_LIMIT_MS = 2_000

/**
 * Shows a window once its page has painted, was loaded or could not be loaded, and after {@link PAINT_LIMIT_MS} at the
 * latest. Maximizes it only then, because that shows a window at once.
 * @returns resolved when the window is shown, or was closed before
 */
export function showWhenPainted(window: BrowserWindow, isMaximized = false): Promise<void> {
  return new Promise((resolve) => {
    let isDone = false
    const settle = (show: () => void): void => {
      if (isDone) return
      isDone = true
      clearTimeout(limit)
      show()
      resolve()
    }
    const show = (): void => {
      settle(() => {
        if (isMaximized) window.maximize()
        window.show()
      })
    }
    const limit = setTimeout(show, PAINT_LIMIT_MS)
    window.once('ready-to-show', show)
    window.webContents.once('did-finish-load', show)
    window.webContents.once('did-fail-load', show)
    window.once('closed', () => {
      settle(() => undefined)
    })
  })
}
