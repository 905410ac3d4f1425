import { helpText } from '#hosts/option-table'
import { runBrowserHost } from '#hosts/node/run-browser-host'
import type { Command } from './command'
import { examCommand } from './exam/exam-command'
import { EXIT } from '#hosts/exit-codes'
import { runCommand } from './run/run-command'

const USAGE = ['  paybench start [OPTIONS]']

/** `paybench start`: runs the bench with its window in the browser, until it is stopped. */
const startCommand: Command = {
  name: 'start',
  summary: 'start the bench and open its window in the browser',
  run({ argv, build, say }) {
    if (argv.some((argument) => /^--host(=|$)/.test(argument))) {
      say(
        '--host: this package has no desktop window. Leave the option out: the window opens in the browser.',
      )
      return Promise.resolve(EXIT.misunderstood)
    }
    runBrowserHost(build, argv, helpText(USAGE, new Set(['host'])))
    return Promise.resolve(null)
  },
}

/** Every command, in the order of the help. To add a command, add it here. */
export const COMMANDS: readonly Command[] = [startCommand, runCommand, examCommand]
