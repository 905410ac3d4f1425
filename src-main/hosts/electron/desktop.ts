import { isDoneWithin } from '#workbench/done-within'
import { app, dialog, protocol } from 'electron'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from '#hosts/options'
import { readyLine, type RunningBench, type StartFailure } from '#hosts/running-bench'
import { builtParts, createOwnBenches, type BuiltFolders } from '#hosts/own-bench/own-bench'
import { startBench } from '#hosts/start-bench'
import { collectGarbageEarly, containErrors, VERSION } from '#hosts/process'
import { customerOrigins } from '#hosts/wiring/listener-address'
import { megabytes, setMenu } from './application-menu'
import type { DesktopLog, StartReport } from './desktop-log'
import { allowOwnListeners, lockDown } from './lockdown'
import { type Message, messagePage, servePage } from './page-files'
import { errorText } from '#lib/error-text'
import { present } from '#lib/members'
import { LINK_SCHEME } from '#domain/link/link'
import {
  addressOfLink,
  createOpenedFile,
  isSessionFile,
  type Opened,
  openedBySecondStart,
} from './launch-arguments'
import { LICENCES_URL, WORKBENCH_ORIGIN, WORKBENCH_SCHEME } from './guards'
import { createWorkbenchWindows } from './workbench-windows'

/** Milliseconds that closing the bench may take. After that, the program ends anyway: acknowledged data is on disk. */
const LEAVING_LIMIT_MS = 4_800

/** Size of a database, in bytes, from which opening it takes noticeable time. */
const LARGE_BYTES = 200_000_000

type Content =
  | { readonly kind: 'starting' }
  | { readonly kind: 'bench'; readonly bench: RunningBench }
  | { readonly kind: 'failure'; readonly failure: StartFailure }

export interface DesktopStart {
  readonly options: LaunchOptions
  /** The script that runs in the window before the scripts of its page. */
  readonly preload: string
  readonly build: BuiltFolders
  readonly log: DesktopLog
  readonly report: StartReport
  readonly opened: Opened
}

/** Runs the window and its bench until the tester quits. Call it before Electron is ready. */
export function runDesktop(given: DesktopStart): void {
  const { options, preload, build, log, report, opened } = given
  allowOwnListeners()
  // In development, leave the links to the installed program.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  /** A link that arrived before there was a bench. */
  let waitingLink = opened.link
  const openedFile = createOpenedFile()
  if (opened.file !== undefined) openedFile.offer(opened.file)
  let content: Content = { kind: 'starting' }
  let leaving = false

  protocol.registerSchemesAsPrivileged([
    { scheme: WORKBENCH_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])

  const leave = async (exitCode: number): Promise<void> => {
    if (leaving) return
    leaving = true
    report.write('ended')
    workbench.close()
    if (content.kind === 'bench') await isDoneWithin(LEAVING_LIMIT_MS, content.bench.close())
    app.exit(exitCode)
  }
  const leaveAsAsked = (): void => void leave(content.kind === 'failure' ? 1 : 0)
  report.onWithdrawn(leaveAsAsked)

  const onBug = (error: unknown): void => {
    log.log('error', 'An unexpected error.', error)
    if (leaving) return
    if (!options.readyJson) {
      const remedy = 'Everything that Paybench acknowledged is saved. Start it again to continue.'
      dialog.showErrorBox('Paybench has to close', `${errorText(error)}\n\n${remedy}`)
    }
    leave(1).catch(() => app.exit(1))
  }
  collectGarbageEarly()
  containErrors((what, error) => {
    if (content.kind !== 'bench') return false
    content.bench.onError(what, error)
    return true
  }, onBug)

  const workbench = createWorkbenchWindows(preload, {
    log,
    onShown: () => report.write('shown'),
  })
  /** @param address if undefined, the workbench, or what the window already shows */
  const showWindow = (address?: string): void => {
    if (leaving || content.kind === 'starting') return
    const title = 'Paybench could not start'
    if (content.kind === 'failure') void workbench.showMessage({ title, ...content.failure })
    else workbench.show(content.bench.connect, address)
  }

  const open = ({ link, file }: Opened): void => {
    if (file !== undefined) openedFile.offer(file)
    if (content.kind === 'starting') {
      waitingLink = link ?? waitingLink
      return
    }
    showWindow(link === undefined ? undefined : addressOfLink(link))
    if (file !== undefined) workbench.offerFile()
  }

  const customerPages = (): readonly string[] =>
    content.kind === 'bench' ? customerOrigins(content.bench.ready) : []

  const start = async (): Promise<void> => {
    protocol.handle(WORKBENCH_SCHEME, (request) =>
      servePage(request, {
        directory: build.rendererDirectory,
        messagePage: () => messagePage(workbench.message() ?? startingMessage(options)),
        openedFile: openedFile.take,
        frameOrigins: customerPages,
      }),
    )
    lockDown({
      customerPages,
      writeLine: log.writeLine,
      notify: (notice) => {
        if (content.kind === 'bench') content.bench.notify(notice)
      },
      caPem: () => (content.kind === 'bench' ? content.bench.caPem : null),
    })
    // Opening the bench blocks this thread, so the window comes first.
    await workbench.showMessage(startingMessage(options))
    if (leaving) return
    content = await startContent(given)
    if (content.kind === 'failure') {
      log.writeLine(`Paybench could not start: ${content.failure.message} ${content.failure.remedy}`)
      // A script waits for the ready line: it gets an exit code, not a window.
      if (options.readyJson) {
        leaveAsAsked()
        return
      }
    }
    const bench = content.kind === 'bench' ? content.bench : null
    setMenu(bench, log, {
      showLicences: bench === null ? undefined : () => showWindow(LICENCES_URL),
      go: workbench.go,
    })
    open(present({ link: waitingLink }))
    if (bench !== null && options.readyJson) process.stdout.write(readyLine(bench.ready))
  }

  app.on('second-instance', (_event, _argv, _folder, data) => open(openedBySecondStart(data)))
  // On a Mac every link and file arrives here, including the first.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    open({ link })
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    if (isSessionFile(file)) open({ file })
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      log.log('warning', `A process of the runtime ended: ${type}, ${reason}, exit code ${String(exitCode)}.`)
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
  app.whenReady().then(start).catch(onBug)
}

function startingMessage({ storage }: LaunchOptions): Message {
  const title = 'Paybench is starting'
  if (storage.kind === 'memory') return { title, message: 'Data is kept in memory.' }
  const { directory } = storage
  const bytes = statSync(join(directory, 'paybench.db'), { throwIfNoEntry: false })?.size ?? 0
  const size =
    bytes < LARGE_BYTES ? '' : ` With ${megabytes(bytes)} this takes longer, especially after an update.`
  return { title, message: `Opening the data folder ${directory}.${size}` }
}

async function startContent({ options, build, log }: DesktopStart): Promise<Content> {
  try {
    const parts = builtParts(build)
    const outcome = await startBench(options, {
      ...parts,
      kind: 'electron',
      version: VERSION,
      workbenchOrigin: WORKBENCH_ORIGIN,
      log: log.log,
      ownBenches: createOwnBenches(parts, log.log),
    })
    return outcome.kind === 'started'
      ? { kind: 'bench', bench: outcome.bench }
      : { kind: 'failure', failure: outcome.failure }
  } catch (error) {
    log.log('error', 'The bench could not start.', error)
    const file = log.file()
    const remedy = `Close Paybench and start it again. If it happens again, ${file === null ? 'start it from a terminal and look at its output' : `look at the log, ${file}`}.`
    return { kind: 'failure', failure: { message: errorText(error), remedy } }
  }
}
