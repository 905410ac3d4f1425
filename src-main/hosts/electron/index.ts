import { app, crashReporter, dialog } from 'electron'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { helpText } from '#hosts/option-table'
import { commandLine, parseLaunchOptions, type LaunchOptions } from '#hosts/options'
import { VERSION } from '#hosts/process'
import { builtAround } from '#hosts/own-bench/own-bench'
import { runDesktop } from './desktop'
import { createDesktopLog, createStartReport } from './desktop-log'
import { isSessionFile, type Opened, ownArguments, takeLink } from './launch-arguments'
import { guardStreams } from '#hosts/node/terminal'
import { present } from '#lib/members'

const log = createDesktopLog()
const report = createStartReport(process.env['PAYBENCH_START_REPORT'], log.writeLine)

function main(): void {
  guardStreams()
  report.write('loaded')
  const { link, rest } = takeLink(process.argv.slice(app.isPackaged ? 1 : 2))
  const { own, external } = ownArguments(rest)
  const file = external.find(isSessionFile)
  const unknown = external.filter((argument) => argument !== file)
  if (unknown.length > 0)
    log.writeLine(`Not options of Paybench, passed on to the Electron runtime: ${unknown.join(' ')}`)
  const parsed = parseLaunchOptions(commandLine('electron', own))
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(helpText())
      end(0)
      return
    case 'version':
      process.stdout.write(`${VERSION}\n`)
      end(0)
      return
    case 'refused': {
      const lines = parsed.problems.join('\n')
      log.writeLine(lines)
      // A program started from a desktop has no terminal.
      if (app.isPackaged) dialog.showErrorBox('Paybench cannot start with these options', lines)
      end(2)
      return
    }
    case 'run':
      run(parsed.options, present({ link, file: file && resolve(file) }))
  }
}

/** @param opened what the system opened with the program */
function run(options: LaunchOptions, opened: Opened): void {
  const profile = profileFolder(options)
  app.setPath('userData', profile)
  // The Windows taskbar groups windows and finds their icon by this name, which the installer uses too.
  app.setAppUserModelId('dev.paybench.desktop')
  // The lock belongs to the profile and thus to one data folder; other data folders may have other windows.
  if (!app.requestSingleInstanceLock({ ...opened })) {
    log.writeLine('Paybench is already running with this data folder. Its window was brought to the front.')
    end(options.readyJson ? 1 : 0)
    return
  }
  log.openIn(join(profile, 'logs'))
  log.log('info', `Paybench ${VERSION} starts with Electron ${process.versions.electron}.`)
  app.setPath('crashDumps', join(profile, 'dumps'))
  crashReporter.start({ uploadToServer: false })
  runDesktop({
    options,
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    build: builtAround(import.meta.dirname),
    log,
    report,
    opened,
  })
}

function end(exitCode: number): void {
  report.write('ended')
  app.exit(exitCode)
}

const TEMPORARY = 'paybench-window-'

/** The folder for window position, log and Chromium's caches: in the data folder, or temporary. */
function profileFolder({ storage }: LaunchOptions): string {
  if (storage.kind === 'folder') return join(storage.directory, 'window')
  const temporary = app.getPath('temp')
  const folder = mkdtempSync(join(temporary, `${TEMPORARY}${String(process.pid)}-`))
  removeLeftProfiles(temporary)
  process.on('exit', () => removeFolder(folder))
  return folder
}

/** Removes temporary folders of ended programs: on Windows, a program cannot delete files that it still has open. */
function removeLeftProfiles(temporary: string): void {
  for (const name of readdirSync(temporary)) {
    const pid = name.startsWith(TEMPORARY) ? Number(name.slice(TEMPORARY.length).split('-')[0]) : NaN
    if (Number.isInteger(pid) && !isRunning(pid)) removeFolder(join(temporary, name))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the program is running under another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // In use: the next start removes it.
  }
}

main()
