/** How many values an option takes. */
type Arity = 'flag' | 'value' | 'values'

export interface OptionDefinition {
  readonly name: string
  readonly arity: Arity
  /** How the help calls the value. */
  readonly value?: string
  readonly says: string
}

/** Ports that are tried first where the tester names none. */
export const DEFAULT_PORTS = {
  workbench: 8600,
  platform: 8610,
  platformTls: 8611,
  merchant: 8620,
  merchantTls: 8621,
} as const

/** Every option of both hosts; the parser and the help are made from this table. */
export const OPTION_TABLE = [
  {
    name: 'host',
    arity: 'value',
    value: 'auto|electron|browser',
    says: 'where the workbench opens: desktop window, browser, or what is possible (auto)',
  },
  { name: 'data-dir', arity: 'value', value: 'DIR', says: 'folder for payments, messages and certificates' },
  { name: 'in-memory', arity: 'flag', says: 'keep nothing on disk' },
  { name: 'bind', arity: 'value', value: 'ADDR', says: 'address of the listeners (127.0.0.1)' },
  {
    name: 'workbench-port',
    arity: 'value',
    value: 'PORT',
    says: `workbench and automation API (${DEFAULT_PORTS.workbench})`,
  },
  {
    name: 'platform-port',
    arity: 'value',
    value: 'PORT',
    says: `platform, HTTP (${DEFAULT_PORTS.platform})`,
  },
  {
    name: 'platform-tls-port',
    arity: 'value',
    value: 'PORT',
    says: `platform, TLS (${DEFAULT_PORTS.platformTls})`,
  },
  {
    name: 'merchant-port',
    arity: 'value',
    value: 'PORT',
    says: `callback capture and shop, HTTP (${DEFAULT_PORTS.merchant})`,
  },
  {
    name: 'merchant-tls-port',
    arity: 'value',
    value: 'PORT',
    says: `callback capture and shop, TLS (${DEFAULT_PORTS.merchantTls})`,
  },
  { name: 'project-id', arity: 'value', value: 'N', says: 'project to have, together with --project-secret' },
  { name: 'project-secret', arity: 'value', value: 'S', says: 'its secret' },
  {
    name: 'allow-host',
    arity: 'values',
    value: 'NAME',
    says: 'further name under which the listeners answer, repeatable',
  },
  { name: 'no-open', arity: 'flag', says: 'do not open a browser' },
  {
    name: 'ready-json',
    arity: 'flag',
    says: 'print one line of JSON on standard output once everything listens',
  },
  { name: 'help', arity: 'flag', says: 'print this and end' },
  { name: 'version', arity: 'flag', says: 'print the version and end' },
] as const satisfies readonly OptionDefinition[]

export type OptionName = (typeof OPTION_TABLE)[number]['name']

/** The text of `--help`. */
export function helpText(): string {
  const rows = OPTION_TABLE.map((option): readonly [string, string] => [
    `--${option.name}${'value' in option ? ` ${option.value}` : ''}`,
    option.says,
  ])
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    'Paybench: test bench for integrations with a card-payment platform.',
    '',
    '  npm start                      desktop window, or the browser where there is none',
    '  npm start -- OPTIONS',
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'A port of 0 takes any free one. A taken default port moves to the next free one; a taken port that was asked for is an error.',
    'The desktop window needs no workbench port; with --workbench-port it serves the automation API as well.',
    '',
  ].join('\n')
}
