import { app, dialog } from 'electron'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { helpText } from '../option-table'
import { parseLaunchOptions, problemLine, type LaunchOptions } from '../options'
import { VERSION } from '../version'
import { runDesktop } from './desktop'
import { ownArguments } from './launch-arguments'
import { writeLine } from '../node/terminal'
import { takeLink } from './opened-link'

/** The entry point of Electron: reads the options, makes sure that a data folder has only one window, and opens it. */
function main(): void {
  const { link, rest } = takeLink(process.argv.slice(app.isPackaged ? 1 : 2))
  const { own, external } = ownArguments(rest)
  if (external.length > 0)
    writeLine(`Not options of Paybench, passed on to the Electron runtime: ${external.join(' ')}`)
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
      writeLine(lines)
      // Started from a desktop, the program has no terminal to write to.
      if (app.isPackaged) dialog.showErrorBox('Paybench cannot start with these options', lines)
      app.exit(2)
      return
    }
    case 'run':
      run(parsed.options, link)
  }
}

/** @param link the link for which the system started the program; undefined where there is none */
function run(options: LaunchOptions, link: string | undefined): void {
  app.setPath('userData', profileFolder(options))
  // The lock belongs to the profile, and thus to one data folder. Other data folders may have other windows.
  if (!app.requestSingleInstanceLock(link === undefined ? {} : { link })) {
    writeLine('Paybench is already running with this data folder. Its window was brought to the front.')
    app.exit(options.readyJson ? 1 : 0)
    return
  }
  runDesktop(
    options,
    {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      renderer: join(import.meta.dirname, '../renderer'),
      customer: join(import.meta.dirname, '../customer'),
      scenarios: join(import.meta.dirname, '../scenarios'),
      indexProgram: new URL('index-worker.js', import.meta.url),
    },
    link,
  )
}

/** Returns the folder for the window's position and Chromium's caches: in the data folder, or a temporary one. */
function profileFolder({ storage }: LaunchOptions): string {
  if (storage.kind === 'folder') return join(storage.directory, 'window')
  const folder = mkdtempSync(join(app.getPath('temp'), 'paybench-window-'))
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

main()
