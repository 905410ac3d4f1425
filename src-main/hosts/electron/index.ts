import { app, dialog } from 'electron'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { helpText } from '../option-table'
import { parseLaunchOptions, problemLine, type LaunchOptions } from '../options'
import { VERSION } from '../version'
import { runDesktop } from './desktop'
import { ownArguments } from './launch-arguments'
import { tell } from './log'

/** Electron's main entry: reads the options, sees to it that one data folder has one window, and opens it. */
function main(): void {
  const { own, foreign } = ownArguments(process.argv.slice(app.isPackaged ? 1 : 2))
  if (foreign.length > 0) tell(`No options of Paybench, left to the runtime: ${foreign.join(' ')}`)
  const parsed = parseLaunchOptions({
    argv: own,
    host: 'electron',
    cwd: process.cwd(),
    platform: process.platform,
    homeDir: homedir(),
    env: process.env,
  })
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(helpText())
      app.exit(0)
      return
    case 'version':
      process.stdout.write(`${VERSION}\n`)
      app.exit(0)
      return
    case 'refused': {
      const lines = parsed.problems.map(problemLine).join('\n')
      tell(lines)
      // Started from a desktop, the program has no terminal to tell it in.
      if (app.isPackaged) dialog.showErrorBox('Paybench does not understand its options', lines)
      app.exit(2)
      return
    }
    case 'run':
      run(parsed.options)
  }
}

function run(options: LaunchOptions): void {
  app.setPath('userData', profileFolder(options))
  // The lock lies in the profile, so it holds for one data folder: other folders may have windows of their own.
  if (!app.requestSingleInstanceLock()) {
    tell('Paybench is already open with this data folder; its window comes to the front.')
    app.exit(options.readyJson ? 1 : 0)
    return
  }
  runDesktop(options, {
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    renderer: join(import.meta.dirname, '../renderer'),
    customer: join(import.meta.dirname, '../customer'),
  })
}

/** What the window itself keeps (its place, Chromium's caches) goes with the data, or away with the process. */
function profileFolder({ storage }: LaunchOptions): string {
  if (storage.kind === 'folder') return join(storage.directory, 'window')
  const folder = mkdtempSync(join(app.getPath('temp'), 'paybench-window-'))
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

main()
