import { dialog, type BrowserWindow, type RenderProcessGoneDetails } from 'electron'
import { START_PAGE } from '#net/workbench/page-files'
import type { DesktopLog } from './desktop-log'
import type { Message } from './message-page'

/** A page that crashes again within this time, milliseconds, is not loaded again by itself. */
const AGAIN_MS = 60_000

/** What a window needs to recover. */
export interface Recovery {
  readonly log: DesktopLog
  /** Shows a message in the window in place of its page. */
  readonly show: (message: Message) => void
}

/**
 * Loads the page of a window again when its process has crashed. If it crashes again soon, shows what happened. Asks the
 * tester when the page does not respond.
 */
export function recoverPage(window: BrowserWindow, { log, show }: Recovery): void {
  const { webContents } = window
  let lastCrashAt = -Infinity
  webContents.on('render-process-gone', (_event, gone) => {
    if (gone.reason === 'clean-exit' || window.isDestroyed()) return
    log.log('error', `The page of the window ended (${reasonOf(gone)}).`)
    const now = performance.now()
    const isRepeated = now - lastCrashAt < AGAIN_MS
    lastCrashAt = now
    if (isRepeated) show(crashMessage(gone, log.file()))
    else webContents.reload()
  })

  let isAsking = false
  webContents.on('unresponsive', () => {
    log.log('warning', 'The page of the window does not respond.')
    if (isAsking || window.isDestroyed()) return
    isAsking = true
    dialog
      .showMessageBox(window, {
        type: 'warning',
        title: 'Paybench does not respond',
        message: 'The window does not respond.',
        detail:
          'Payments, callbacks and the listeners continue. Loading the page again loses only unsaved text.',
        buttons: ['Wait', 'Load the page again'],
        defaultId: 0,
        cancelId: 0,
      })
      .then(({ response }) => {
        isAsking = false
        // The crash is followed by loading the page again.
        if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
      })
      .catch((error: unknown) => {
        log.log('error', 'The question about the window could not be shown.', error)
      })
  })
}

const reasonOf = ({ reason, exitCode }: RenderProcessGoneDetails): string =>
  reason === 'oom' ? 'it used too much memory' : `${reason}, exit code ${String(exitCode)}`

/** What the window shows when its page ended twice within a minute. */
function crashMessage(gone: RenderProcessGoneDetails, logFile: string | null): Message {
  const place = logFile === null ? 'There is no log file.' : `The log is ${logFile}.`
  return {
    title: 'The window stopped twice',
    message: `Its page ended twice within a minute (${reasonOf(gone)}). Payments, callbacks and the listeners continue, and everything acknowledged is saved. ${place}`,
    remedy:
      'Show the workbench again. If it stops again, choose Help › Diagnostics and report what it copies, or start Paybench with --host browser.',
    link: { href: START_PAGE, label: 'Show the workbench again' },
  }
}
