import { app, dialog, protocol, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import type { LaunchOptions } from '../options'
import { readyLine } from '../ready-info'
import type { RunningBench, StartFailure } from '../running-bench'
import { createExamHost } from '../exam/exam-host'
import { startBench } from '../start-bench'
import { VERSION } from '../version'
import { readCustomerFiles } from '../../platform/form/server/customer-files'
import { customerOrigins } from '../wiring/customer-origins'
import { setMenu } from './application-menu'
import { serveWindow, type Connect } from './bench-channel'
import { failurePage, unexpectedFailure } from './failure-page'
import type { MenuActions } from './menu'
import { closeCustomerWindows } from './customer-window'
import { allowOwnListeners, lockDown } from './lockdown'
import { writeLine } from '../node/terminal'
import { log } from './log'
import { collectEarly } from '../collect-early'
import { containErrors } from '../contain-errors'
import { LINK_SCHEME } from '../../domain/link/link'
import { addressOfLink, linkOfSecondStart } from './opened-link'
import { servePage } from './page-files'
import {
  FAILURE_URL,
  LICENCES_URL,
  WORKBENCH_ORIGIN,
  WORKBENCH_SCHEME,
  WORKBENCH_URL,
} from './workbench-address'
import { focusWindow, openWindow } from './workbench-window'

/** Time limit for closing the bench, milliseconds. Then the program ends anyway: acknowledged data is on disk. */
const LEAVING_LIMIT_MS = 4_800

/** What the window shows: the workbench over a bench, or why there is none. */
type Content =
  | { readonly kind: 'starting' }
  | { readonly kind: 'bench'; readonly bench: RunningBench }
  | { readonly kind: 'failure'; readonly failure: StartFailure }

/** The parts of the built program. */
export interface DesktopFolders {
  readonly preload: string
  readonly renderer: string
  readonly customer: string
  readonly scenarios: string
  /** The thread that owns the index of lists and search. */
  readonly indexProgram: URL
}

/**
 * Runs the bench and its window until the tester quits. Call it before Electron is ready.
 * @param startLink the link that started the program; undefined: none did
 */
export function runDesktop(
  options: LaunchOptions,
  folders: DesktopFolders,
  startLink: string | undefined,
): void {
  allowOwnListeners()
  // In development, leave the links to the installed program.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  /** A link that arrived before there was a window. */
  let waitingLink = startLink
  let content: Content = { kind: 'starting' }
  let leaving = false

  protocol.registerSchemesAsPrivileged([
    { scheme: WORKBENCH_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])

  const leave = async (exitCode: number): Promise<void> => {
    if (leaving) return
    leaving = true
    workbench.close()
    if (content.kind === 'bench') {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, LEAVING_LIMIT_MS).unref())
      await Promise.race([content.bench.close(), limit])
    }
    app.exit(exitCode)
  }
  const leaveAsAsked = (): void => {
    void leave(content.kind === 'failure' ? 1 : 0)
  }

  const onBug = (error: unknown): void => {
    log('error', 'An unexpected error.', error)
    if (leaving) return
    if (!options.readyJson) {
      const { message } = unexpectedFailure(error)
      const remedy = 'Everything that it acknowledged is saved. Start Paybench again to continue.'
      dialog.showErrorBox('Paybench has to close', `${message}\n\n${remedy}`)
    }
    leave(1).catch(() => app.exit(1))
  }
  collectEarly()
  containErrors({
    contain(what, error) {
      if (content.kind !== 'bench') return false
      content.bench.onError(what, error)
      return true
    },
    end: onBug,
  })

  const workbench = createWorkbenchWindows(folders.preload, {
    failed: (error) => {
      if (!leaving) log('error', 'The window could not load its page.', error)
    },
  })
  /** @param address the address to show; undefined: the workbench, or what the window shows already */
  const showWindow = (address?: string): void => {
    if (leaving || content.kind === 'starting') return
    if (content.kind === 'failure') workbench.show(null, FAILURE_URL)
    else workbench.show(content.bench.connect, address)
  }

  const openLink = (link: string | undefined): void => {
    if (content.kind === 'starting') waitingLink = link ?? waitingLink
    else showWindow(link === undefined ? undefined : addressOfLink(link))
  }

  const customerPages = (): readonly string[] =>
    content.kind === 'bench' ? customerOrigins(content.bench.ready) : []

  const open = async (): Promise<void> => {
    protocol.handle(WORKBENCH_SCHEME, (request) =>
      servePage(request, {
        directory: folders.renderer,
        failurePage: () => (content.kind === 'failure' ? failurePage(content.failure) : ''),
        frameOrigins: customerPages,
      }),
    )
    lockDown({
      customerPages,
      writeLine,
      notify: (notice) => {
        if (content.kind === 'bench') content.bench.notify(notice)
      },
    })
    content = await startContent(options, folders)
    if (content.kind === 'failure') {
      writeLine(`Paybench could not start: ${content.failure.message} ${content.failure.remedy}`)
      // A script waits for the ready line: give it an exit code, not a window.
      if (options.readyJson) {
        leaveAsAsked()
        return
      }
    }
    if (content.kind === 'bench')
      setMenu(content.bench.ready.dataDir, () => showWindow(LICENCES_URL), workbench.go)
    else setMenu(null, undefined, workbench.go)
    openLink(waitingLink)
    if (content.kind === 'bench' && options.readyJson) process.stdout.write(readyLine(content.bench.ready))
  }

  app.on('second-instance', (_event, _argv, _folder, data) => openLink(linkOfSecondStart(data)))
  // On a Mac every link arrives here, including the one that starts the program.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    openLink(link)
  })
  app.on('activate', () => showWindow())
  app.on('window-all-closed', () => {
    // On a Mac a program outlives its windows.
    if (process.platform !== 'darwin' || content.kind === 'failure') leaveAsAsked()
  })
  app.on('before-quit', (event) => {
    event.preventDefault()
    leaveAsAsked()
  })
  app.whenReady().then(open).catch(onBug)
}

/** Starts the bench. Any failure becomes the content of the failure page. */
async function startContent(options: LaunchOptions, folders: DesktopFolders): Promise<Content> {
  try {
    const parts = {
      rendererDirectory: folders.renderer,
      scenariosDirectory: folders.scenarios,
      indexProgram: folders.indexProgram,
      readCustomerFiles: () => readCustomerFiles(folders.customer),
    }
    const outcome = await startBench(options, {
      ...parts,
      kind: 'electron',
      version: VERSION,
      workbenchOrigin: WORKBENCH_ORIGIN,
      log,
      examHost: createExamHost(parts, log),
    })
    return outcome.kind === 'started'
      ? { kind: 'bench', bench: outcome.bench }
      : { kind: 'failure', failure: outcome.failure }
  } catch (error) {
    log('error', 'The bench could not start.', error)
    return { kind: 'failure', failure: unexpectedFailure(error) }
  }
}

interface WorkbenchWindows {
  /**
   * Opens the window, or brings the open one to the front.
   * @param connect connects its page to the bench; null where there is none
   * @param address the address to show; undefined: the workbench, or what the window shows already
   */
  show(connect: Connect | null, address: string | undefined): void
  /** Goes back or forward in the history of the window, if it is open. */
  readonly go: MenuActions['go']
  close(): void
}

/** The one window of the workbench, which can be closed and opened again. */
function createWorkbenchWindows(
  preload: string,
  { failed }: { readonly failed: (error: unknown) => void },
): WorkbenchWindows {
  let window: BrowserWindow | null = null

  const open = (connect: Connect | null): BrowserWindow => {
    const opened = openWindow({ preload, state: join(app.getPath('userData'), 'window.json') })
    opened.once('closed', () => {
      window = null
      // Customers' windows belong to the workbench: without it they would keep the program running.
      closeCustomerWindows()
    })
    if (connect !== null) serveWindow(opened.webContents, connect, writeLine)
    return opened
  }
  return {
    show(connect, address) {
      if (window === null) {
        window = open(connect)
        window.loadURL(address ?? WORKBENCH_URL).catch(failed)
        return
      }
      focusWindow(window)
      if (address === undefined || connect === null) return
      // Loading the address could reload the page, so let the page go to the hash itself.
      const hash = JSON.stringify(new URL(address).hash)
      window.webContents.executeJavaScript(`location.hash = ${hash}`).catch(failed)
    },
    go(direction) {
      const history = window?.webContents.navigationHistory
      if (direction === 'back') history?.goBack()
      else history?.goForward()
    },
    close: () => window?.close(),
  }
}
