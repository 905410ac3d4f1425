import { BrowserWindow, session, type Session, type WebContents } from 'electron'
import { quotedText } from '#lib/limits/bounded-text'
import { messagePage, type Message } from './page-files'
import { trustOwnListeners } from './guards'
import { showWhenPainted } from './window-state'

/** Session of customers' windows. Its cookies and storage are in memory, and it lacks the workbench's scheme. */
const PARTITION = 'customer'

const windows = new Map<WebContents, BrowserWindow>()

export interface CustomerWindows {
  readonly writeLine: (line: string) => void
  readonly onDownload: (address: string) => void
  /** The certificate of our authority; null without a bench. */
  readonly caPem: () => string | null
}

/** Chromium's code for a superseded load. */
const ERR_ABORTED = -3

let isWatched = false

/** Returns the customers' session. Its pages get no permission and no device, and cannot save files. */
function lockedSession({ onDownload, caPem }: CustomerWindows): Session {
  const customers = session.fromPartition(PARTITION)
  if (!isWatched) {
    isWatched = true
    customers.on('will-download', (event, item) => {
      event.preventDefault()
      onDownload(item.getURL())
    })
    trustOwnListeners(customers, caPem)
  }
  customers.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  customers.setPermissionCheckHandler(() => false)
  customers.setDevicePermissionHandler(() => false)
  return customers
}

export function isCustomerWindow(contents: WebContents): boolean {
  return windows.has(contents)
}

/** Opens the shop or the form as a customer's browser would: no preload, no Node, no opener, no access to us. */
export function openCustomerWindow(url: string, program: CustomerWindows): void {
  const window = new BrowserWindow({
    title: 'Customer',
    width: 1280,
    height: 860,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      session: lockedSession(program),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  const { webContents } = window
  windows.set(webContents, window)
  void showWhenPainted(window)
  window.once('closed', () => windows.delete(webContents))
  const load = (address: string): void => {
    // The window shows and logs the failure.
    window.loadURL(address).catch(() => undefined)
  }
  const explain = (message: Message): void => {
    program.writeLine(`A customer's window: ${message.message}`)
    if (!window.isDestroyed())
      load(`data:text/html;charset=utf-8,${encodeURIComponent(messagePage(message))}`)
  }
  webContents.on('did-fail-load', (_event, code, description, address, isMainFrame) => {
    if (!isMainFrame || code === ERR_ABORTED || address.startsWith('data:')) return
    explain({
      title: 'This page could not be loaded',
      message: `${quotedText(address)}: ${description}.`,
      remedy: 'Check that its server runs, then open the page again from the workbench.',
    })
  })
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    explain({
      title: 'This page has stopped',
      message: `Its process ended (${reason}). The payment is not affected.`,
      remedy: 'Open the page again from the workbench.',
    })
  })
  load(url)
}

export function customerWindowCount(): number {
  return windows.size
}

/** Destroys the windows, which their pages cannot prevent. */
export function closeCustomerWindows(): void {
  for (const window of windows.values()) window.destroy()
}
