#!/usr/bin/env node
import { join } from 'node:path'
import { reportFatalError, writeLine } from '../node/terminal'
import { COMMANDS } from './commands'
import { EXIT } from './exit-codes'
import { runCommandLine } from './run-command-line'

/** `paybench`: the command of the published package. */
runCommandLine(COMMANDS, {
  argv: process.argv.slice(2),
  build: {
    rendererDirectory: join(import.meta.dirname, '../renderer'),
    customerDirectory: join(import.meta.dirname, '../customer'),
  },
  print: (text) => process.stdout.write(text),
  say: writeLine,
}).then(
  (code) => {
    // Not process.exit: what is printed to a pipe has to arrive first.
    if (code !== null) process.exitCode = code
  },
  (error: unknown) => {
    reportFatalError(error)
    process.exitCode = EXIT.failed
  },
)
