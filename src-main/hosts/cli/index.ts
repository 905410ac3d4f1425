#!/usr/bin/env node
import { join } from 'node:path'
import { reportFatalError, writeLine } from '#hosts/node/terminal'
import { COMMANDS, runCommandLine } from './run-command-line'
import { EXIT } from '#hosts/process'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

runCommandLine(COMMANDS, {
  argv: process.argv.slice(2),
  build: {
    rendererDirectory: join(import.meta.dirname, '../renderer'),
    customerDirectory: join(import.meta.dirname, '../customer'),
    scenariosDirectory: join(import.meta.dirname, '../scenarios'),
    indexProgram: new URL('index-worker.js', import.meta.url),
    foreignProgram: new URL('foreign-worker.js', import.meta.url),
  },
  print: (text) => process.stdout.write(text),
  say: writeLine,
  onStopAsked(stop) {
    // A second signal ends the process at once.
    for (const signal of STOP_SIGNALS) process.once(signal, stop)
    return () => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop)
    }
  },
}).then(
  (code) => {
    // process.exit would cut off output that a pipe has not taken yet.
    if (code !== null) process.exitCode = code
  },
  (error: unknown) => {
    reportFatalError(error)
    process.exitCode = EXIT.failed
  },
)
