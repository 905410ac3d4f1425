import { OPTION_TABLE } from '#hosts/option-table'

/**
 * Separates the options of Paybench from other arguments of an Electron process. After `--` all arguments are options.
 * Without `--`, a tester may have started the packaged program by hand, and the system or the runtime may have added
 * switches: those are returned separately, so that they can be reported and no typing error goes unnoticed.
 * @param argv process.argv without the executable and, unpackaged, the application's folder
 */
export function ownArguments(argv: readonly string[]): {
  readonly own: readonly string[]
  readonly external: readonly string[]
} {
  const separator = argv.indexOf('--')
  if (separator >= 0) return { own: argv.slice(separator + 1), external: [] }
  const own: string[] = []
  const external: string[] = []
  let takesValue = false
  for (const argument of argv) {
    const [, name, value] = /^--([^=]+)(=.*)?$/s.exec(argument) ?? []
    const option = OPTION_TABLE.find((row) => row.name === name)
    const isValue = takesValue && name === undefined
    if (option !== undefined || isValue || argument === '-h') own.push(argument)
    else external.push(argument)
    takesValue = option !== undefined && option.arity !== 'flag' && value === undefined
  }
  return { own, external }
}
