import { OPTION_TABLE } from '../option-table'

/**
 * Finds our options among the arguments of an Electron process. Behind `--` all are ours. Without it the tester may
 * have started the packaged program by hand, and the system or the runtime may have put switches of its own among
 * them: those are left out and named, so that a slip of the pen does not vanish in silence.
 * @param argv process.argv without the executable and, unpackaged, the application's folder
 */
export function ownArguments(argv: readonly string[]): {
  readonly own: readonly string[]
  readonly foreign: readonly string[]
} {
  const separator = argv.indexOf('--')
  if (separator >= 0) return { own: argv.slice(separator + 1), foreign: [] }
  const own: string[] = []
  const foreign: string[] = []
  let takesValue = false
  for (const argument of argv) {
    const [, name, value] = /^--([^=]+)(=.*)?$/s.exec(argument) ?? []
    const option = OPTION_TABLE.find((row) => row.name === name)
    const isValue = takesValue && name === undefined
    if (option !== undefined || isValue || argument === '-h') own.push(argument)
    else foreign.push(argument)
    takesValue = option !== undefined && option.arity !== 'flag' && value === undefined
  }
  return { own, foreign }
}
