type Arity = 'flag' | 'value' | 'values'

export interface OptionDefinition {
  readonly name: string
  readonly arity: Arity
  readonly value?: string
  readonly help: string
}

/** Tried first unless the tester gives others. */
export const DEFAULT_PORTS = {
  workbench: 8600,
  platform: 8610,
  platformTls: 8611,
  merchant: 8620,
  merchantTls: 8621,
} as const

/** Every option of both hosts, for the parser and the help. */
export const OPTION_TABLE = [
  {
    name: 'host',
    arity: 'value',
    value: 'auto|electron|browser',
    help: 'where the workbench opens: desktop window, browser, or whichever is available (default: auto)',
  },
  { name: 'data-dir', arity: 'value', value: 'DIR', help: 'folder for payments, messages and certificates' },
  { name: 'in-memory', arity: 'flag', help: 'keep no data; session files wait in a temporary folder' },
  {
    name: 'bind',
    arity: 'value',
    value: 'ADDR',
    help: 'address that the listeners bind to (default: 127.0.0.1)',
  },
  {
    name: 'workbench-port',
    arity: 'value',
    value: 'PORT',
    help: `workbench and automation API (default: ${DEFAULT_PORTS.workbench})`,
  },
  {
    name: 'workbench-tls',
    arity: 'flag',
    help: 'serve the workbench over TLS, with the certificate authority of the data folder',
  },
  {
    name: 'platform-port',
    arity: 'value',
    value: 'PORT',
    help: `platform over HTTP (default: ${DEFAULT_PORTS.platform})`,
  },
  {
    name: 'platform-tls-port',
    arity: 'value',
    value: 'PORT',
    help: `platform over TLS (default: ${DEFAULT_PORTS.platformTls})`,
  },
  {
    name: 'merchant-port',
    arity: 'value',
    value: 'PORT',
    help: `callback capture and shop over HTTP (default: ${DEFAULT_PORTS.merchant})`,
  },
  {
    name: 'merchant-tls-port',
    arity: 'value',
    value: 'PORT',
    help: `callback capture and shop over TLS (default: ${DEFAULT_PORTS.merchantTls})`,
  },
  {
    name: 'project-id',
    arity: 'value',
    value: 'N',
    help: 'ID of the project to use; requires --project-secret',
  },
  { name: 'project-secret', arity: 'value', value: 'S', help: 'secret of that project' },
  {
    name: 'allow-host',
    arity: 'values',
    value: 'NAME',
    help: 'additional host name that the listeners accept; repeatable',
  },
  {
    name: 'token-file',
    arity: 'value',
    value: 'FILE',
    help: 'file with the token of the workbench; made with a random token if it does not exist',
  },
  { name: 'no-open', arity: 'flag', help: 'do not open a browser' },
  {
    name: 'ready-json',
    arity: 'flag',
    help: 'print one line of JSON on standard output once all listeners accept connections',
  },
  { name: 'help', arity: 'flag', help: 'print this help and exit' },
  { name: 'version', arity: 'flag', help: 'print the version and exit' },
] as const satisfies readonly OptionDefinition[]

export type OptionName = (typeof OPTION_TABLE)[number]['name']

const STARTED_BY_NPM = [
  '  npm start                      open the desktop window, or the browser if there is none',
  '  npm start -- OPTIONS',
]

/**
 * The text of `--help`.
 * @param usage lines that say how the program is started
 * @param omitted options that this program does not have
 */
export function helpText(
  usage: readonly string[] = STARTED_BY_NPM,
  omitted: ReadonlySet<OptionName> = new Set(),
): string {
  const rows = OPTION_TABLE.filter(({ name }) => !omitted.has(name)).map(
    (option): readonly [string, string] => [
      `--${option.name}${'value' in option ? ` ${option.value}` : ''}`,
      option.help,
    ],
  )
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    'Paybench: test bench for integrations with a card-payment platform.',
    '',
    ...usage,
    '',
    ...rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`),
    '',
    'Port 0 means any free port. If a default port is in use, the next free port is used; if a port that you give is in use, Paybench exits.',
    ...(omitted.has('host')
      ? []
      : [
          'The desktop window needs no workbench port; with --workbench-port it also serves the automation API.',
        ]),
    '',
  ].join('\n')
}
