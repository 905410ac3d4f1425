#!/usr/bin/env node
import { reportFatalError, writeLine } from '#hosts/node/terminal'
import { builtAround } from '#hosts/own-bench/own-bench'
import { COMMANDS, runCommandLine } from './run-command-line'
import { EXIT } from '#hosts/process'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

runCommandLine(COMMANDS, {
  argv: process.argv.slice(2),
  build: builtAround(import.meta.dirname),
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
