import {
  app,
  dialog,
  ipcMain,
  type IpcMainEvent,
  type RenderProcessGoneDetails,
  type WebContents,
  BrowserWindow,
  nativeTheme,
  screen,
} from 'electron'
import { join } from 'node:path'
import { z } from 'zod'
import type { Connection } from '#protocol/connection'
import { quotedText } from '#lib/limits/bounded-text'
import { readShape } from '#domain/read-shape'
import { START_PAGE } from '#net/workbench/page'
import { closeCustomerWindows } from './customer-window'
import type { DesktopLog } from './desktop-log'
import type { Message } from './page-files'
import { isTrustedSender, isWorkbenchUrl, MESSAGE_URL, WORKBENCH_URL } from './guards'
import { BENCH_CHANNEL, type DownwardMessage, type UpwardMessage } from './channel'
import {
  fitToScreens,
  MIN_HEIGHT,
  MIN_WIDTH,
  readWindowState,
  showWhenPainted,
  writeWindowState,
} from './window-state'

/** @param onShown called when a window is shown, or closed before that */
export function createWorkbenchWindows(
  preload: string,
  { log, onShown }: { readonly log: DesktopLog; readonly onShown: () => void },
) {
  let current: OpenedWindow | null = null
  let message: Message | null = null

  const open = (): OpenedWindow => {
    const opened = openWindow(preload, join(app.getPath('userData'), 'window.json'))
    const { window, shown } = opened
    window.once('closed', () => {
      current = null
      // Without the workbench, customers' windows would keep the program running.
      closeCustomerWindows()
    })
    recoverPage(window, log, (text) => void showMessage(text))
    void shown.then(onShown)
    return opened
  }
  const load = ({ window }: OpenedWindow, address: string): void => {
    window.loadURL(address).catch((error: unknown) => {
      if (!window.isDestroyed()) log.log('error', 'The window could not load its page.', error)
    })
  }
  const run = ({ window }: OpenedWindow, code: string): void => {
    const failed = 'The window could not show what was opened.'
    window.webContents.executeJavaScript(code).catch((error: unknown) => log.log('error', failed, error))
  }
  const showMessage = (text: Message): Promise<void> => {
    message = text
    current ??= open()
    load(current, MESSAGE_URL)
    return current.shown
  }
  return {
    /**
     * Opens the workbench, or brings its window to the front.
     * @param connect connects its page to Paybench
     * @param address what to show; undefined for the workbench, or what the window already shows
     */
    show(connect: Connect, address: string | undefined): void {
      current ??= open()
      const { webContents } = current.window
      if (!current.isServed) {
        current.isServed = true
        serveWindow(webContents, connect, log.writeLine)
      }
      const shownNow = webContents.getURL()
      if (!isWorkbenchUrl(shownNow) || shownNow === MESSAGE_URL) {
        // The message must not stay in the history, where the tester could go back to it.
        webContents.once('did-finish-load', () => webContents.navigationHistory.clear())
        load(current, address ?? WORKBENCH_URL)
        return
      }
      focusWindow(current.window)
      // Loading the address could reload the page, so set the hash within the page.
      if (address !== undefined) run(current, `location.hash = ${JSON.stringify(new URL(address).hash)}`)
    },
    /** Shows a message in place of the workbench. Resolves when the window is shown or closed. */
    showMessage,
    /** The last message; null if there was none. */
    message: (): Message | null => message,
    offerFile(): void {
      // A page that is still loading requests the file anyway.
      if (current !== null) run(current, `window.dispatchEvent(new Event('paybench-file'))`)
    },
    go(direction: 'back' | 'forward'): void {
      const history = current?.window.webContents.navigationHistory
      if (direction === 'back') history?.goBack()
      else history?.goForward()
    },
    close: (): void => current?.window.close(),
  }
}

const upwardMessage: z.ZodType<UpwardMessage> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), document: z.string().max(100) }),
  z.strictObject({ kind: z.literal('message'), document: z.string().max(100), message: z.unknown() }),
])

/** Returns the function that ends the connection. */
type Connect = (connection: Connection) => () => void

/** Connects the current document to Paybench until the document ends. Drops and logs messages from other senders. */
function serveWindow(contents: WebContents, connect: Connect, writeLine: (line: string) => void): void {
  let current: {
    readonly document: string
    readonly receive: (message: unknown) => void
    readonly end: () => void
  } | null = null

  const endCurrent = (): void => {
    current?.end()
    current = null
  }

  const sendDown = (message: DownwardMessage): void => {
    if (!contents.isDestroyed()) contents.send(BENCH_CHANNEL, message)
  }

  const open = (document: string): void => {
    sendDown({ kind: 'opened', document })
    // The page repeated its request.
    if (document === current?.document) return
    endCurrent()
    let listener: (message: unknown) => void = () => undefined
    const end = connect({
      send: (message) => sendDown({ kind: 'message', document, message }),
      onMessage(given) {
        listener = given
        return () => undefined
      },
    })
    current = { document, receive: (message) => listener(message), end }
  }

  let lastRefused: string | null = null
  const refuse = (address: string): void => {
    // Repeats are not logged: a page without an address sends its request ten times a second.
    if (address === lastRefused) return
    lastRefused = address
    writeLine(`A message was dropped because its frame is not the workbench: ${quotedText(address)}.`)
  }

  const onMessage = (event: IpcMainEvent, raw: unknown): void => {
    if (!isTrustedSender(event, contents, isWorkbenchUrl)) {
      const address = event.senderFrame?.url ?? ''
      refuse(address === '' ? 'it has no address' : address)
      return
    }
    const parsed = readShape(upwardMessage, raw)
    if (!parsed.success) {
      writeLine('A message of unknown shape was dropped.')
      return
    }
    if (parsed.data.kind === 'open') open(parsed.data.document)
    else if (parsed.data.document === current?.document) current.receive(parsed.data.message)
  }

  ipcMain.on(BENCH_CHANNEL, onMessage)
  contents.on('render-process-gone', endCurrent)
  contents.once('destroyed', () => {
    ipcMain.off(BENCH_CHANNEL, onMessage)
    endCurrent()
  })
}

/** A page that crashes again within this many milliseconds is not reloaded. */
const AGAIN_MS = 60_000

/** Reloads a crashed page, or shows a message if it crashes again. If a page hangs, asks the tester what to do. */
function recoverPage(window: BrowserWindow, log: DesktopLog, show: (message: Message) => void): void {
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
        // The crash handler reloads the page.
        if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
      })
      .catch((error: unknown) => {
        log.log('error', 'The question about the window could not be shown.', error)
      })
  })
}

const reasonOf = ({ reason, exitCode }: RenderProcessGoneDetails): string =>
  reason === 'oom' ? 'it used too much memory' : `${reason}, exit code ${String(exitCode)}`

/** Shown when the page crashed twice within a minute. */
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

/** The installed program gets its icon from the system. */
const developmentIcon = (): { readonly icon?: string } =>
  app.isPackaged ? {} : { icon: join(app.getAppPath(), 'resources/icons/256x256.png') }

type OpenedWindow = ReturnType<typeof openWindow>

/** @param stateFile stores position and size */
function openWindow(preload: string, stateFile: string) {
  const state = fitToScreens(
    readWindowState(stateFile),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const window = new BrowserWindow({
    title: 'Paybench',
    width: state.width,
    height: state.height,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    ...(state.position ?? {}),
    show: false,
    ...developmentIcon(),
    // The colour of the empty page: a dark desktop must not flash white.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    writeWindowState(stateFile, { position: { x, y }, width, height, maximized: window.isMaximized() })
  })
  return {
    window,
    /** Resolves when the window is shown or closed. */
    shown: showWhenPainted(window, state.maximized),
    isServed: false,
  }
}

function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
