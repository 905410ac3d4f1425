import { homedir } from 'node:os'
import { isIP } from 'node:net'
import { posix, resolve, win32 } from 'node:path'
import { MAX_PROJECT_ID } from '#domain/project/project'
import type { PortChoice } from '#net/listener'
import { DEFAULT_PORTS, OPTION_TABLE, type OptionName } from './option-table'

type StorageChoice = { readonly kind: 'folder'; readonly directory: string } | { readonly kind: 'memory' }

type PortChoices = Readonly<Record<Exclude<keyof typeof DEFAULT_PORTS, 'workbench'>, PortChoice>> & {
  /** null: the workbench is not served over HTTP (desktop without `--workbench-port`). */
  readonly workbench: PortChoice | null
}

export interface LaunchOptions {
  readonly host: 'browser' | 'electron'
  readonly storage: StorageChoice
  readonly bind: string
  readonly ports: PortChoices
  /** null: each new data folder gets a new default project. */
  readonly project: { readonly id: number; readonly secret: string } | null
  readonly allowHosts: readonly string[]
  readonly workbenchTls: boolean
  /** null: a new token in every run. */
  readonly tokenFile: string | null
  readonly open: boolean
  readonly readyJson: boolean
}

interface OptionProblem {
  readonly option: string
  readonly reason: string
  readonly remedy: string
}

type ParsedOptions =
  | { readonly kind: 'run'; readonly options: LaunchOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'refused'; readonly problems: readonly OptionProblem[] }

/** The command line and what its defaults depend on. */
export interface CommandLine extends Surroundings {
  /** Without the executable and the script. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** The desktop serves the workbench over HTTP only on request. */
  readonly host: 'browser' | 'electron'
}

type GivenValues = Readonly<Record<OptionName, readonly string[]>>

export const commandLine = (host: CommandLine['host'], argv: readonly string[]): CommandLine => ({
  argv,
  host,
  cwd: process.cwd(),
  platform: process.platform,
  homeDir: homedir(),
  env: process.env,
})

export function problemLine({ option, reason, remedy }: OptionProblem): string {
  return `${option}: ${reason}. ${remedy}.`
}

/** Returns all problems at once. */
export function parseLaunchOptions(line: CommandLine): ParsedOptions {
  const { given, problems: misreadings } = readArguments(line.argv)
  if (given.help.length > 0) return { kind: 'help' }
  if (given.version.length > 0) return { kind: 'version' }

  const problems: OptionProblem[] = [...misreadings]
  const refuse = (option: OptionName, reason: string, remedy: string): null => {
    problems.push({ option: `--${option}`, reason, remedy })
    return null
  }
  const last = (name: OptionName): string | undefined => given[name].at(-1)

  const requestedHost = last('host')
  if (requestedHost !== undefined && !['auto', 'electron', 'browser'].includes(requestedHost)) {
    refuse('host', `${requestedHost} is not a host`, 'Choose auto, electron or browser')
  }

  const choosePort = (option: OptionName, standard: number): PortChoice => {
    const text = last(option)
    if (text === undefined) return { kind: 'default', port: standard }
    const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
    if (!(port <= 65_535))
      refuse(option, `"${text}" is not a port`, 'Give a number from 0 (any free port) to 65535')
    return { kind: 'explicit', port, option: `--${option}` }
  }
  const ports: PortChoices = {
    workbench:
      line.host === 'electron' && last('workbench-port') === undefined
        ? null
        : choosePort('workbench-port', DEFAULT_PORTS.workbench),
    platform: choosePort('platform-port', DEFAULT_PORTS.platform),
    platformTls: choosePort('platform-tls-port', DEFAULT_PORTS.platformTls),
    merchant: choosePort('merchant-port', DEFAULT_PORTS.merchant),
    merchantTls: choosePort('merchant-tls-port', DEFAULT_PORTS.merchantTls),
  }
  const doubled = firstDoublePort(ports)
  if (doubled !== null) {
    problems.push({
      option: doubled.option,
      reason: `port ${doubled.port} is given twice`,
      remedy: 'Give every listener its own port',
    })
  }

  const bind = last('bind') ?? '127.0.0.1'
  if (!isHost(bind)) {
    refuse('bind', `"${bind}" is not an address`, 'Give an address of this computer, such as 127.0.0.1')
  }
  for (const name of given['allow-host']) {
    if (!isHost(name)) {
      refuse('allow-host', `"${name}" is not a host name`, 'Give only the name, without scheme or port')
    }
  }

  const tokenFile = last('token-file')
  if (tokenFile?.trim() === '') refuse('token-file', 'the path is empty', 'Give the path of a file')
  const workbenchTls = given['workbench-tls'].length > 0
  if (ports.workbench === null) {
    const reason = 'the desktop window uses no port'
    const remedy = 'Give --workbench-port too, or leave it out'
    if (tokenFile !== undefined) refuse('token-file', reason, remedy)
    if (workbenchTls) refuse('workbench-tls', reason, remedy)
  }

  const storage = readStorage(line, last('data-dir'), given['in-memory'].length > 0, refuse)
  const project = readProject(last('project-id'), last('project-secret'), refuse)
  if (problems.length > 0) return { kind: 'refused', problems }
  return {
    kind: 'run',
    options: {
      host: line.host,
      storage,
      bind,
      ports,
      project,
      allowHosts: given['allow-host'].map((name) => name.toLowerCase()),
      workbenchTls,
      tokenFile: tokenFile === undefined ? null : resolve(line.cwd, tokenFile),
      open: given['no-open'].length === 0,
      readyJson: given['ready-json'].length > 0,
    },
  }
}

type Refuse = (option: OptionName, reason: string, remedy: string) => null

function readStorage(
  line: CommandLine,
  folder: string | undefined,
  inMemory: boolean,
  refuse: Refuse,
): StorageChoice {
  if (inMemory) {
    if (folder !== undefined)
      refuse('in-memory', 'it cannot be combined with --data-dir', 'Give only one of the two')
    return { kind: 'memory' }
  }
  if (folder?.trim() === '') refuse('data-dir', 'the path is empty', 'Give the path of a folder')
  return {
    kind: 'folder',
    directory: folder === undefined ? defaultDataDir(line) : resolve(line.cwd, folder),
  }
}

function readProject(
  id: string | undefined,
  secret: string | undefined,
  refuse: Refuse,
): LaunchOptions['project'] {
  if (id === undefined && secret === undefined) return null
  if (id === undefined) return refuse('project-secret', '--project-id is missing', 'Give both or neither')
  if (secret === undefined) return refuse('project-id', '--project-secret is missing', 'Give both or neither')
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_PROJECT_ID) {
    return refuse(
      'project-id',
      `"${id}" is not a project ID`,
      `Give a whole number from 1 to ${MAX_PROJECT_ID}`,
    )
  }
  if (secret.length < 1 || secret.length > 255) {
    return refuse('project-secret', 'the secret is empty or too long', 'Give 1 to 255 characters')
  }
  return { id: Number(id), secret }
}

function firstDoublePort(ports: PortChoices): (PortChoice & { readonly kind: 'explicit' }) | null {
  const seen = new Set<number>()
  for (const choice of Object.values<PortChoice | null>(ports)) {
    if (choice?.kind !== 'explicit' || choice.port === 0) continue
    if (seen.has(choice.port)) return choice
    seen.add(choice.port)
  }
  return null
}

/** An IP address or host name, without scheme or port. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || (text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text))
}

/** Reads `--name value`, `--name=value` and `--flag`. */
function readArguments(argv: readonly string[]): {
  readonly given: GivenValues
  readonly problems: readonly OptionProblem[]
} {
  const problems: OptionProblem[] = []
  const given = Object.fromEntries(OPTION_TABLE.map(({ name }) => [name, [] as string[]])) as Record<
    OptionName,
    string[]
  >
  let at = 0
  while (at < argv.length) {
    const argument = argv[at] ?? ''
    at += 1
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument === '-h' ? '--help' : argument) ?? []
    const option = OPTION_TABLE.find((row) => row.name === name)
    if (option === undefined) {
      problems.push({ option: argument, reason: 'unknown option', remedy: 'See --help' })
      continue
    }
    const refuse = (reason: string, remedy: string): void => {
      problems.push({ option: `--${option.name}`, reason, remedy })
    }
    if (option.arity === 'flag') {
      if (inline !== undefined) refuse('this option takes no value', 'Remove the value')
      given[option.name].push('')
      continue
    }
    const next = argv[at]
    const value = inline ?? (next?.startsWith('--') === true ? undefined : next)
    if (value === undefined) {
      refuse('the value is missing', `Write --${option.name} ${option.value}`)
      continue
    }
    if (inline === undefined) at += 1
    if (option.arity === 'value' && given[option.name].length > 0) refuse('it is given twice', 'Give it once')
    given[option.name].push(value)
  }
  return { given, problems }
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly homeDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The system's folder for lasting data. Both hosts use the same one, so they show the same payments. */
export function defaultDataDir({ platform, homeDir, env }: Surroundings): string {
  switch (platform) {
    case 'win32':
      return win32.join(env['LOCALAPPDATA'] ?? win32.join(homeDir, 'AppData', 'Local'), 'Paybench')
    case 'darwin':
      return posix.join(homeDir, 'Library', 'Application Support', 'Paybench')
    default: {
      const shared = env['XDG_DATA_HOME']
      // The base directory specification ignores relative values.
      const base = shared?.startsWith('/') === true ? shared : posix.join(homeDir, '.local', 'share')
      return posix.join(base, 'paybench')
    }
  }
}
