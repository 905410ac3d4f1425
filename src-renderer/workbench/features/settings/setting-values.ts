import { isValidElement } from 'react'
import { z } from 'zod'
import { METHOD_WAYS } from '#domain/project/method-shape'
import {
  type CustomersSwitch,
  type MethodSpan,
  type MethodWayRule,
  type ProjectSwitch,
  SWITCHES,
} from '#domain/project/switches'
import { present } from '#lib/members'
import { formatMinorUnits, parseMinorUnits } from '#lib/money/minor-units'
import { counted } from '#lib/words'
import { settingsUpdateParams } from '#protocol/bench'
import { httpUrl, projectName, projectSecret, projectSwitches, type ProjectView } from '#protocol/projects'
import { projectId } from '#protocol/shapes'
import { partsOf } from '#window/lib/text'
import { formatSpan, parseSpan, parseTime } from '#window/lib/time'

/** Makes a check of typed text against the schema of its value. The check returns null, or what to enter instead. */
const check =
  (shape: z.ZodType, remedy: string, read: (text: string) => unknown = (text) => text) =>
  (text: string): string | null =>
    shape.safeParse(read(text)).success ? null : remedy

const wholeNumber = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)

export const checkName = check(projectName, 'Enter a name of 1 to 80 characters.')

export const checkSecret = check(projectSecret, 'Enter a secret of 1 to 255 characters.')

/** An empty text means that no callbacks are sent. */
export const checkUrl = check(
  httpUrl.or(z.literal('')),
  'Enter an absolute address that begins with http:// or https://, without spaces.',
  (text) => text.trim(),
)

export const checkProjectId = check(projectId, 'Enter a project id from 1 to 4,294,967,295.', wholeNumber)

const ADDRESS = /^[\da-f.:]+(\/\d{1,3})?$/i

/** The addresses in a text; null if a part is not an IP address. */
export function readAddresses(text: string): readonly string[] | null {
  const addresses = partsOf(text, /[\s,;]+/)
  return addresses.every((address) => ADDRESS.test(address)) ? addresses : null
}

const METHOD_LINE = /^(\S+)(?:\s+from\s+(\S+))?(?:\s+until\s+(\S+))?$/
/** A date or a time in UTC. */
const UTC = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z)?$/

/** Null if the text is not a date or a time. */
function readUtc(text: string): string | null {
  const time = UTC.test(text) ? parseTime(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The methods in a text, one per line or between commas, each with an optional span; null if a span cannot be read. */
export function readMethods(text: string): readonly MethodSpan[] | null {
  const spans: MethodSpan[] = []
  for (const line of partsOf(text, /[\n,]/)) {
    const [, path, begins, ends] = METHOD_LINE.exec(line) ?? []
    const from = begins === undefined ? undefined : readUtc(begins)
    const until = ends === undefined ? undefined : readUtc(ends)
    if (path === undefined || from === null || until === null) return null
    spans.push({ path, ...present({ from, until }) })
  }
  return spans
}

export const spansOf = (value: unknown): readonly MethodSpan[] =>
  projectSwitches.shape.methods.safeParse(value).data ?? []

const methodLine = ({ path, from, until }: MethodSpan): string =>
  `${path}${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`

const AMOUNTS = /\s(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?) ([A-Z]{3})$/

/** Null if the currency has fewer decimals than an amount; undefined without amounts. */
function readLimits([, least, most, currency = '']: readonly string[]) {
  if (least === undefined || most === undefined) return undefined
  const minimum = parseMinorUnits(least, currency)
  const maximum = parseMinorUnits(most, currency)
  return minimum === null || maximum === null ? null : { currency, minimum, maximum }
}

const NAME = /\sas (.+)$/

/** Methods in a text, one per line, each with what the project changes; null if a time or limits cannot be read. */
export function readMethodWays(text: string): readonly MethodWayRule[] | null {
  const rules: MethodWayRule[] = []
  for (const part of partsOf(text, /[\n,]/)) {
    const name = NAME.exec(part)?.[1]
    const line = part.replace(NAME, '')
    const limits = readLimits(AMOUNTS.exec(line) ?? [])
    const [path = '', ...rest] = line.replace(AMOUNTS, '').split(/\s+/)
    const way = METHOD_WAYS.find((each) => each === rest[0])
    const span = rest.slice(way === undefined ? 0 : 1).join(' ')
    const lifetimeMs = span === '' ? undefined : parseSpan(span)
    if (lifetimeMs === null || limits === null) return null
    rules.push({ path, ...present({ way, lifetimeMs, limits, name }) })
  }
  return rules
}

export const waysOf = (value: unknown): readonly MethodWayRule[] =>
  projectSwitches.shape.methodWays.safeParse(value).data ?? []

const limitsText = ({ currency, minimum, maximum }: NonNullable<MethodWayRule['limits']>): string =>
  `${formatMinorUnits(minimum, currency).text} to ${formatMinorUnits(maximum, currency).text} ${currency}`

const wayLine = ({ path, way, lifetimeMs, limits, name }: MethodWayRule): string =>
  [path, way, lifetimeMs && formatSpan(lifetimeMs), limits && limitsText(limits), name && `as ${name}`]
    .filter((part) => part !== undefined)
    .join(' ')

/** Converts a size such as `8 GiB` or `512 MiB` to bytes; null if it cannot be read. */
export function parseSize(text: string): number | null {
  const [, size, unit] = /^(\d+(?:\.\d+)?)\s*([mg])i?b$/.exec(text.trim().toLowerCase()) ?? []
  return size === undefined ? null : Math.round(Number(size) * 1024 ** (unit === 'm' ? 2 : 3))
}

export function formatSize(bytes: number): string {
  const gib = bytes / 1024 ** 3
  return gib >= 1 ? `${Number(gib.toFixed(2))} GiB` : `${Number((bytes / 1024 ** 2).toFixed(1))} MiB`
}

export const checkSize = check(
  settingsUpdateParams.shape.maxBytes.unwrap(),
  'Enter a size from 16 MiB to 1024 GiB, such as 8 GiB.',
  parseSize,
)

export const checkMessageCap = check(
  settingsUpdateParams.shape.maxMessages.unwrap(),
  'Enter a number from 1,000 to 50,000,000.',
  (text) => Number(text.replaceAll(/[,\s]/g, '')),
)

const AS_IN_THE_CATALOGUE = 'As in the catalogue'

interface TypedSetting {
  readonly text: string
  readonly read: (text: string) => unknown
  /** What to enter. */
  readonly remedy: string
  readonly mono?: boolean
  readonly lines?: number
  readonly placeholder?: string
}

type TypedControl = Extract<
  ProjectSwitch['control'],
  { readonly kind: 'duration' | 'count' | 'resultCode' | 'colour' | 'addresses' | 'methods' | 'methodWays' }
>

export function typedSetting(control: TypedControl, value: unknown): TypedSetting {
  switch (control.kind) {
    case 'duration': {
      const [least, most] = [formatSpan(control.minMs), formatSpan(control.maxMs)]
      const remedy = `Enter a time span such as 30 min, 4 h or 7 days, from ${least} to ${most}.`
      return { text: formatSpan(Number(value)), read: parseSpan, remedy }
    }
    case 'count': {
      const remedy = `Enter a whole number from ${control.min} to ${control.max}.`
      return { text: String(value), read: wholeNumber, remedy }
    }
    case 'resultCode': {
      const remedy = 'Enter a result code that declines a payment. To find one, search in the Decline dialog.'
      return { text: String(value), read: (text) => text.trim(), remedy, mono: true }
    }
    case 'colour':
      return {
        text: String(value),
        read: (text) => text.trim().toLowerCase(),
        remedy: 'Enter a colour as # and six hexadecimal digits, such as #17606b.',
        mono: true,
      }
    case 'addresses':
      return {
        text: Array.isArray(value) ? value.join('\n') : '',
        read: readAddresses,
        remedy: 'Enter one IP address per line, such as 127.0.0.1, and at most 100.',
        mono: true,
        lines: 3,
        placeholder: 'everybody',
      }
    case 'methods':
      return {
        text: spansOf(value).map(methodLine).join('\n'),
        read: readMethods,
        remedy:
          'Enter one path per line, such as wallet/skrill. Add “from” and “until” with a date or a time such as 2031-04-09T16:00Z for a span.',
        mono: true,
        lines: 3,
        placeholder: control.empty,
      }
    case 'methodWays':
      return {
        text: waysOf(value).map(wayLine).join('\n'),
        read: readMethodWays,
        remedy: `Enter one path per line, such as wallet/shopee, then a kind (${METHOD_WAYS.join(', ')}), a time such as 15 min, limits such as 5.00 to 500.00 EUR, a name such as “as Skrill wallet”, or several of them in this order.`,
        mono: true,
        lines: 3,
        placeholder: AS_IN_THE_CATALOGUE,
      }
  }
}

export const OUTCOME_MODES = [
  { value: 'card', label: 'By card number' },
  { value: 'hold', label: 'Stay in processing until I decide' },
  { value: 'clarify', label: 'A clarification first, then by card number' },
] as const

export const CUSTOMER_MODES = [
  { value: 'wait', label: 'Wait for a decision' },
  { value: 'pay', label: 'Pay' },
  { value: 'decline', label: 'Be declined' },
  { value: 'leave', label: 'Leave' },
] as const satisfies readonly { readonly value: CustomersSwitch['mode']; readonly label: string }[]

function customersWords(customers: CustomersSwitch): string {
  const does = CUSTOMER_MODES.find(({ value }) => value === customers.mode)?.label ?? ''
  if (customers.mode === 'wait') return does
  const more =
    customers.mode === 'pay'
      ? ` ${customers.percent}%`
      : customers.mode === 'decline'
        ? ` (${customers.code})`
        : ''
  return `${does}${more} after ${formatSpan(customers.afterMs)}`
}

const lengthWords = (value: unknown, one: string): string =>
  Array.isArray(value) && value.length > 0 ? counted(value.length, one) : `No ${one}s`

export function valueWords({ control }: ProjectSwitch, value: unknown): string {
  switch (control.kind) {
    case 'boolean':
      return value === true ? 'On' : 'Off'
    case 'choice':
      return control.options.find((option) => option.value === value)?.label ?? String(value)
    case 'duration':
      return formatSpan(Number(value))
    case 'count':
    case 'resultCode':
    case 'colour':
      return String(value)
    case 'outcome': {
      const mode = projectSwitches.shape.outcome.safeParse(value).data?.mode
      return OUTCOME_MODES.find((each) => each.value === mode)?.label ?? ''
    }
    case 'customers': {
      const { data } = projectSwitches.shape.customers.safeParse(value)
      return data === undefined ? '' : customersWords(data)
    }
    case 'callbackRules':
      return lengthWords(value, 'rule')
    case 'collectedFields':
      return lengthWords(value, 'field')
    case 'ownMethods':
      return lengthWords(value, 'method')
    case 'addresses':
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'Everybody'
    case 'methods': {
      const spans = spansOf(value)
      return spans.length === 0 ? control.empty : spans.map(methodLine).join(', ')
    }
    case 'methodWays': {
      const rules = waysOf(value)
      return rules.length === 0 ? AS_IN_THE_CATALOGUE : rules.map(wayLine).join(', ')
    }
  }
}

const differsFrom = (value: unknown, other: unknown): boolean =>
  JSON.stringify(value) !== JSON.stringify(other)

/** Whether a switch of a project differs from its default. */
export const isChanged = (
  { switches }: Pick<ProjectView, 'switches'>,
  { name, control }: ProjectSwitch,
): boolean => differsFrom(switches[name], control.standard)

export const changedSwitches = (project: Pick<ProjectView, 'switches'>): readonly ProjectSwitch[] =>
  SWITCHES.filter((one) => isChanged(project, one))

/** The switches of a project that differ from what public SDKs and shop plugins need. */
export const unfitSwitches = ({ switches }: Pick<ProjectView, 'switches'>): readonly ProjectSwitch[] =>
  SWITCHES.filter(
    ({ name, publicClients }) => publicClients !== undefined && differsFrom(switches[name], publicClients),
  )

/** The properties of a setting that contain visible words. */
const WORDS = ['label', 'help', 'explanation', 'options', 'of', 'description', 'control', 'children']

/** The words of a setting: its name, help, options and content. */
export function wordsOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(wordsOf).join(' ')
  if (typeof part !== 'object' || part === null) return ''
  const words: Readonly<Record<string, unknown>> = { ...(isValidElement<object>(part) ? part.props : part) }
  return WORDS.map((name) => wordsOf(words[name])).join(' ')
}
