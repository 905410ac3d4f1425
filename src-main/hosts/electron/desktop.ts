import { app, dialog, Menu, nativeTheme, protocol, shell, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import type { LaunchOptions } from '../options'
import { readyLine } from '../ready-info'
import { startBench, type RunningBench } from '../start-bench'
import { serveWindow } from './bench-channel'
import { failureOf, failurePage, type Failure } from './failure-page'
import { lockDown } from './lockdown'
import { menuTemplate } from './menu'
import { servePage } from './page-files'
import { FAILURE_URL, WORKBENCH_SCHEME, WORKBENCH_URL } from './workbench-address'
import { focusWindow, openWindow } from './workbench-window'

/** After so long the program ends, whether everything is parked or not; what was acknowledged is on disk anyway. */
const PARKING_LIMIT_MS = 4_500

export interface DesktopFolders {
  /** Folder of the built main process. */
  readonly main: string
}

/** Tells the log, which is standard error: standard output belongs to the ready line. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Runs bench and window until the tester quits. Called before Electron is ready. */
export function runDesktop(options: LaunchOptions, folders: DesktopFolders): void {
  let bench: RunningBench | null = null
  let failure: Failure | null = null
  let window: BrowserWindow | null = null
  let leaving = false

  protocol.registerSchemesAsPrivileged([
    { scheme: WORKBENCH_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])

  const leave = async (exitCode: number): Promise<void> => {
    if (leaving) return
    leaving = true
    window?.close()
    const limit = new Promise<void>((resolve) => setTimeout(resolve, PARKING_LIMIT_MS).unref())
    try {
      await Promise.race([bench?.close(), limit])
    } catch (error) {
      tell(`The bench did not close in order: ${failureOf(error).message}`)
    }
    app.exit(exitCode)
  }

  const onBug = (error: unknown): void => {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
    if (leaving) return
    if (!options.readyJson) {
      dialog.showErrorBox(
        'Paybench has to close',
        `${failureOf(error).message}\n\nEverything it has acknowledged is saved. Start it again to go on.`,
      )
    }
    void leave(1)
  }
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)

  const showWindow = (): void => {
    if (window !== null) {
      focusWindow(window)
      return
    }
    const opened = openWindow({
      preload: join(folders.main, '../preload/index.cjs'),
      state: join(app.getPath('userData'), 'window.json'),
    })
    window = opened
    opened.once('closed', () => {
      window = null
    })
    if (bench !== null)
      serveWindow(opened.webContents, (line) => bench?.connect(line) ?? (() => undefined), tell)
    opened.loadURL(bench === null ? FAILURE_URL : WORKBENCH_URL).catch((error: unknown) => {
      if (!leaving) tell(`The window could not load its page: ${failureOf(error).message}`)
    })
  }

  const open = async (): Promise<void> => {
    protocol.handle(WORKBENCH_SCHEME, (request) =>
      servePage(request, {
        directory: join(folders.main, '../renderer'),
        failurePage: () => failurePage(failure ?? failureOf('There is nothing to tell.')),
        frameOrigins: () => (bench === null ? [] : pageListeners(bench)),
      }),
    )
    lockDown(tell)
    nativeTheme.themeSource = 'system'
    try {
      bench = await startBench(options)
    } catch (error) {
      failure = failureOf(error)
      tell(`Paybench could not start: ${failure.message} ${failure.remedy}`)
      if (options.readyJson) {
        await leave(1)
        return
      }
    }
    setMenu(bench?.ready.dataDir ?? null)
    showWindow()
    if (bench !== null && options.readyJson) process.stdout.write(readyLine(bench.ready))
  }

  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || bench === null) void leave(bench === null ? 1 : 0)
  })
  app.on('before-quit', (event) => {
    event.preventDefault()
    void leave(bench === null ? 1 : 0)
  })
  app.whenReady().then(open).catch(onBug)
}

/** The listeners whose pages a frame of the workbench may show. */
function pageListeners({ ready }: RunningBench): readonly string[] {
  return [ready.platform, ready.platformTls, ready.merchant, ready.merchantTls]
}

function setMenu(dataDir: string | null): void {
  const template = menuTemplate(process.platform, {
    showDataFolder:
      dataDir === null
        ? undefined
        : () => {
            void shell.openPath(dataDir).then((problem) => {
              if (problem !== '') tell(`The data folder could not be shown: ${problem}`)
            })
          },
    showAbout: () => {
      void dialog.showMessageBox({
        type: 'info',
        title: 'About Paybench',
        message: `Paybench ${app.getVersion()}`,
        detail: `Electron ${process.versions.electron}, Node.js ${process.versions.node}`,
      })
    },
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
