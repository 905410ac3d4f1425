import { quotedText } from '#lib/limits/bounded-text'
import { EXIT, VERSION } from '#hosts/process'
import { helpText, LAUNCH_OPTIONS } from '#hosts/option-table'
import { runBrowserHost } from '#hosts/node/run-browser-host'
import type { Command, CommandContext } from './command'
import { examCommand } from './exam/exam-command'
import { runCommand } from './run/run-command'

function commandsHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), '--version'.length)
  const row = (name: string, summary: string): string => `  ${name.padEnd(width)}  ${summary}`
  return [
    'Paybench: test bench for integrations with a card-payment platform.',
    '',
    '  paybench COMMAND [OPTIONS]',
    '',
    ...commands.map(({ name, summary }) => row(name, summary)),
    '',
    row('--help', 'print this help and exit; after a command, print its help'),
    row('--version', 'print the version and exit'),
    '',
    'Exit codes: 0 all went well, 1 something failed, 2 the command could not be completed.',
    '',
  ].join('\n')
}

/** @returns the exit code, or null if the command ends the process itself */
export async function runCommandLine(
  commands: readonly Command[],
  { argv, ...context }: CommandContext,
): Promise<number | null> {
  const [first, ...rest] = argv
  if (first === '--help' || first === '-h') {
    context.print(commandsHelp(commands))
    return EXIT.ok
  }
  if (first === '--version') {
    context.print(`${VERSION}\n`)
    return EXIT.ok
  }
  const command = commands.find(({ name }) => name === first)
  if (command !== undefined) return command.run({ ...context, argv: rest })
  const problem = first === undefined ? 'a command is missing' : `there is no command "${quotedText(first)}"`
  const names = commands.map(({ name }) => name).join(', ')
  context.say(`paybench: ${problem}. Choose from ${names}, or see paybench --help.`)
  return EXIT.incomplete
}

const USAGE = ['  paybench start [OPTIONS]']

const startCommand: Command = {
  name: 'start',
  summary: 'start the bench and open its window in the browser',
  run({ argv, build, say }) {
    if (argv.some((argument) => /^--host(=|$)/.test(argument))) {
      say(
        '--host: this package has no desktop window. Leave the option out: the window opens in the browser.',
      )
      return Promise.resolve(EXIT.incomplete)
    }
    const { '--host': _, ...table } = LAUNCH_OPTIONS
    runBrowserHost(build, argv, helpText(USAGE, table))
    return Promise.resolve(null)
  },
}

/** In the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [startCommand, runCommand, examCommand]
