import { parseArgs } from 'node:util'
import { LOOPBACK_ONLY, type OwnBenchNetwork } from '#hosts/own-bench/own-bench'
import { isHost } from '#hosts/options'
import { suggestion } from '#scenarios/vocabulary/words'

/** Options of a command by name, in the order of its help. */
export type OptionTable<Name extends string> = Readonly<
  Record<
    Name,
    {
      /** Placeholder of its value in the help; none: it is a flag. */
      readonly value?: string
      readonly help: string
      /** A matching text after a value is another value. */
      readonly further?: RegExp
    }
  >
>

export function helpOf<Name extends string>(table: OptionTable<Name>): readonly string[] {
  const rows = Object.entries<OptionTable<Name>[Name]>(table).map(
    ([name, { value, help }]) => [value === undefined ? name : `${name} ${value}`, help] as const,
  )
  const width = Math.max(...rows.map(([option]) => option.length)) + 2
  return rows.map(([option, help]) => `  ${option.padEnd(width)}${help}`)
}

export interface Values<Name extends string> {
  /** Null: texts of no option. */
  all(name: Name | null): readonly string[]
  one(name: Name): string | null
}

/** Former names of options, which scripts may still use. */
const FORMER_NAMES: Readonly<Partial<Record<string, string>>> = { '--workspace': '--session' }

export type OptionsReading<Options> =
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads `--name value`, `--name=value`, flags and texts. Every problem is a sentence with its remedy.
 * @param read makes the command's options of the values and adds their problems
 */
export function readWith<Name extends string, Options>(
  argv: readonly string[],
  {
    name: command,
    table,
    read,
  }: {
    readonly name: string
    readonly table: OptionTable<Name>
    readonly read: (values: Values<Name>, problems: string[]) => Options
  },
): OptionsReading<Options> {
  const problems: string[] = []
  const names = Object.keys(table) as Name[]
  const values = new Map<Name | null, string[]>()
  const add = (name: Name | null, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const takesValue = names.flatMap((name) => (table[name].value === undefined ? [] : [name]))
  const options = Object.fromEntries(
    [...takesValue, ...Object.keys(FORMER_NAMES)].map((name) => [name.slice(2), { type: 'string' } as const]),
  )
  const args = [...argv]
  let last: Name | null = null
  for (const token of parseArgs({ args, options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional')
      add(last !== null && table[last].further?.test(token.value) === true ? last : null, token.value)
    if (token.kind !== 'option') continue
    const { rawName, value = '' } = token
    const name = names.find((known) => known === (FORMER_NAMES[rawName] ?? rawName))
    if (name === undefined) {
      problems.push(`${rawName}: There is no such option. ${suggestion(rawName, names)}`)
      continue
    }
    last = name
    if (value === '' && takesValue.includes(name))
      problems.push(`${name}: The value is missing. See paybench ${command} --help.`)
    else add(name, value)
  }
  const all = (name: Name | null): readonly string[] => values.get(name) ?? []
  const made = read({ all, one: (name) => all(name).at(-1) ?? null }, problems)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, options: made }
}

const REPORT_KINDS = ['junit', 'json', 'html'] as const

export interface ReportFile {
  readonly kind: (typeof REPORT_KINDS)[number]
  readonly file: string
}

/** Options of every command that starts its own bench. */
export const BENCH_OPTIONS = {
  '--platform-port': {
    value: 'N',
    help: 'port of the platform, for a merchant whose settings name it',
  },
  '--bind': {
    value: 'ADDR',
    help: 'address to listen on (127.0.0.1 unless given), for a merchant in another container',
  },
  '--allow-host': {
    value: 'NAME',
    help: 'the name by which that merchant knows this computer; can be given more than once',
  },
  '--i-may-test': {
    value: 'HOST',
    help: 'another computer to which you may send; can be given more than once',
  },
  '--report': {
    value: 'KIND=FILE',
    help: 'write a report: junit, json or html; can be given more than once',
    further: /^(junit|json|html)=/,
  },
  '--session': {
    value: 'FILE',
    help: 'save everything that was sent as a session file, to open it in Paybench',
  },
} as const

export interface BenchOptions {
  readonly reports: readonly ReportFile[]
  /** Null: the session is not saved. */
  readonly session: string | null
  /** Null: not given. */
  readonly platformPort: number | null
  readonly network: OwnBenchNetwork
  readonly hosts: readonly string[]
}

export function readBenchOptions(
  { all, one }: Values<keyof typeof BENCH_OPTIONS>,
  problems: string[],
): BenchOptions {
  const hostsOf = (name: '--bind' | '--allow-host' | '--i-may-test'): readonly string[] => {
    for (const value of all(name).filter((each) => !isHost(each.replace(/^\[(.*)\]$/, '$1'))))
      problems.push(
        `${name}: ${value.slice(0, 100)} is not an address or a host name. Give it without scheme and port.`,
      )
    return all(name).map((value) => value.toLowerCase())
  }
  const reports = all('--report').flatMap((text) => {
    const [, kindText, file = ''] = /^(\w+)=(.+)$/s.exec(text) ?? []
    const kind = REPORT_KINDS.find((each) => each === kindText)
    if (kind !== undefined) return [{ kind, file }]
    problems.push(`--report: ${text} is not a report. Write junit=FILE, json=FILE or html=FILE.`)
    return []
  })
  const port = one('--platform-port')
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    problems.push(`--platform-port: ${port} is not a port. Give a number from 0 (any free port) to 65535.`)
  return {
    reports,
    session: one('--session'),
    platformPort: port === null ? null : Number(port),
    network: { bind: hostsOf('--bind').at(-1) ?? LOOPBACK_ONLY.bind, allowHosts: hostsOf('--allow-host') },
    hosts: hostsOf('--i-may-test'),
  }
}
