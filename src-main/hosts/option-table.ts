import { parseArgs } from 'node:util'
import { suggestion } from '#scenarios/vocabulary/words'

/** Options of a command by name, in the order of its help. */
export type OptionTable<Name extends string = string> = Readonly<
  Record<
    Name,
    {
      /** Placeholder for the value in the help; absent for a flag. */
      readonly value?: string
      readonly help: string
      /** A positional argument that matches this and follows a value of the option is a further value. */
      readonly further?: RegExp
    }
  >
>

export function helpOf(table: OptionTable): readonly string[] {
  const rows = Object.entries(table).map(
    ([name, { value, help }]) => [value === undefined ? name : `${name} ${value}`, help] as const,
  )
  const width = Math.max(...rows.map(([option]) => option.length)) + 2
  return rows.map(([option, help]) => `  ${option.padEnd(width)}${help}`)
}

export interface Values<Name extends string> {
  /** `null` means the positional arguments that belong to no option. */
  all(name: Name | null): readonly string[]
  /** The last value. */
  one(name: Name): string | null
}

/**
 * Reads `--name value`, `--name=value`, flags and positional arguments.
 * @param problems collects what cannot be read, as sentences with their remedy
 */
export function readValues<Name extends string>(
  argv: readonly string[],
  table: OptionTable<Name>,
  problems: string[],
): Values<Name> {
  const names = Object.keys(table) as Name[]
  const values = new Map<Name | null, string[]>()
  const add = (name: Name | null, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const options = Object.fromEntries(
    names.flatMap((name) =>
      table[name].value === undefined ? [] : [[name.slice(2), { type: 'string' } as const]],
    ),
  )
  let last: Name | null = null
  for (const token of parseArgs({ args: [...argv], options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional')
      add(last !== null && table[last].further?.test(token.value) === true ? last : null, token.value)
    if (token.kind !== 'option') continue
    const { rawName, value, inlineValue } = token
    const name = names.find((known) => known === rawName)
    if (name === undefined) {
      problems.push(`${rawName}: There is no such option. ${suggestion(rawName, names)}`)
      continue
    }
    last = name
    const placeholder = table[name].value
    if (placeholder === undefined && value !== undefined)
      problems.push(`${name}: This option takes no value. Remove the value.`)
    else if (placeholder !== undefined && (value === undefined || (!inlineValue && value.startsWith('--'))))
      problems.push(`${name}: The value is missing. Write ${name} ${placeholder}.`)
    else add(name, value ?? '')
  }
  const all = (name: Name | null): readonly string[] => values.get(name) ?? []
  return { all, one: (name) => all(name).at(-1) ?? null }
}

/** The ports that are tried first unless the tester gives others. */
export const DEFAULT_PORTS = {
  workbench: 8600,
  platform: 8610,
  platformTls: 8611,
  merchant: 8620,
  merchantTls: 8621,
} as const

/** Every option of both hosts, for the parser and the help. */
export const LAUNCH_OPTIONS = {
  '--host': {
    value: 'auto|electron|browser',
    help: 'where the workbench opens: desktop window, browser, or whichever is available (default: auto)',
  },
  '--data-dir': { value: 'DIR', help: 'folder for payments, messages and certificates' },
  '--in-memory': { help: 'keep data only in memory; exported session files go to a temporary folder' },
  '--bind': {
    value: 'ADDR',
    help: 'address that the listeners bind to (default: 127.0.0.1)',
  },
  '--workbench-port': {
    value: 'PORT',
    help: `workbench and automation API (default: ${DEFAULT_PORTS.workbench})`,
  },
  '--workbench-tls': {
    help: 'serve the workbench over TLS, with the certificate authority of the data folder',
  },
  '--platform-port': {
    value: 'PORT',
    help: `platform over HTTP (default: ${DEFAULT_PORTS.platform})`,
  },
  '--platform-tls-port': {
    value: 'PORT',
    help: `platform over TLS (default: ${DEFAULT_PORTS.platformTls})`,
  },
  '--merchant-port': {
    value: 'PORT',
    help: `callback capture and shop over HTTP (default: ${DEFAULT_PORTS.merchant})`,
  },
  '--merchant-tls-port': {
    value: 'PORT',
    help: `callback capture and shop over TLS (default: ${DEFAULT_PORTS.merchantTls})`,
  },
  '--project-id': {
    value: 'N',
    help: 'ID of the project to use; requires --project-secret',
  },
  '--project-secret': { value: 'S', help: 'secret of that project' },
  '--allow-host': {
    value: 'NAME',
    help: 'additional host name that the listeners accept; repeatable',
  },
  '--token-file': {
    value: 'FILE',
    help: 'file with the token of the workbench; created with a random token if it does not exist',
  },
  '--no-open': { help: 'do not open a browser' },
  '--ready-json': {
    help: 'print one line of JSON on standard output once all listeners accept connections',
  },
  '--help': { help: 'print this help and exit' },
  '--version': { help: 'print the version and exit' },
} as const satisfies OptionTable

export type OptionName = keyof typeof LAUNCH_OPTIONS

const STARTED_BY_NPM = [
  '  npm start                      open the desktop window, or the browser if there is none',
  '  npm start -- OPTIONS',
]

/**
 * The text of `--help`.
 * @param usage lines that say how the program is started
 * @param table the options that this program has
 */
export function helpText(
  usage: readonly string[] = STARTED_BY_NPM,
  table: OptionTable = LAUNCH_OPTIONS,
): string {
  return [
    'Paybench: test bench for integrations with a card-payment platform.',
    '',
    ...usage,
    '',
    ...helpOf(table),
    '',
    'Port 0 means any free port. If a default port is in use, the next free port is used; if a port that you give is in use, Paybench exits.',
    ...('--host' in table
      ? [
          'The desktop window needs no workbench port; with --workbench-port it also serves the automation API.',
        ]
      : []),
    '',
  ].join('\n')
}
