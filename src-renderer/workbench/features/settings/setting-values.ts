import { isWebAddress } from '#lib/web-address'
import { findResultCode } from '#domain/result-code/result-codes'
import { counted } from '#lib/words'
import { formatSpan, parseSpan } from '#window/lib/time'
import { projectSwitches } from '#protocol/projects'
import type { ProjectSwitch } from '#domain/project/switches'

// Checks of settings as typed: null if the value can be saved, otherwise what to enter.

export function checkName(text: string): string | null {
  return text.trim() === '' || text.trim().length > 80 ? 'Enter a name of 1 to 80 characters.' : null
}

export function checkSecret(text: string): string | null {
  return text === '' || text.length > 255 ? 'Enter a secret of 1 to 255 characters.' : null
}

/** An empty text means that no callbacks are sent. */
export function checkUrl(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return isWebAddress(trimmed) && trimmed.length <= 2000
    ? null
    : 'Enter an absolute address that begins with http:// or https://, without spaces.'
}

export function checkCode(text: string): string | null {
  const kind = findResultCode(text.trim())?.kind
  if (kind === undefined)
    return 'Enter a code from the list of result codes. The Decline dialog can search them.'
  return kind === 'success' || kind === 'pending'
    ? 'This code does not mean that a payment was declined. Use another one.'
    : null
}

export function checkSpan(text: string, minMs: number, maxMs: number): string | null {
  const ms = parseSpan(text)
  if (ms === null) return 'Enter a time span such as 30 min, 4 h or 7 days.'
  return ms < minMs || ms > maxMs
    ? `Enter a time span from ${formatSpan(minMs)} to ${formatSpan(maxMs)}.`
    : null
}

export function checkCount(text: string, min: number, max: number): string | null {
  const count = Number(text)
  return /^\s*\d+\s*$/.test(text) && count >= min && count <= max
    ? null
    : `Enter a whole number from ${min} to ${max}.`
}

export function readAddresses(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '')
}

const ADDRESS = /^[\da-f.:]+(\/\d{1,3})?$/i

export function checkAddresses(text: string): string | null {
  const addresses = readAddresses(text)
  const odd = addresses.find((address) => !ADDRESS.test(address) || address.length > 64)
  if (odd !== undefined)
    return `"${odd}" is not an IP address. Enter one address per line, such as 127.0.0.1.`
  return addresses.length > 100 ? 'There are too many addresses. Enter at most 100.' : null
}

export function checkProjectId(text: string): string | null {
  const id = Number(text)
  return /^\d+$/.test(text) && id >= 1 && id <= 4_294_967_295
    ? null
    : 'Enter a project id from 1 to 4,294,967,295.'
}

const SIZE_UNITS: Readonly<Record<string, number>> = {
  mib: 1024 ** 2,
  mb: 1024 ** 2,
  gib: 1024 ** 3,
  gb: 1024 ** 3,
}

/** Reads a cap such as `8 GiB` or `512 MiB`, in bytes; null if it cannot be read. */
export function parseSize(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]i?b)$/i.exec(text.trim())
  const unit = SIZE_UNITS[match?.[2]?.toLowerCase() ?? '']
  return match === null || unit === undefined ? null : Math.round(Number(match[1]) * unit)
}

export function formatSize(bytes: number): string {
  const gib = bytes / 1024 ** 3
  return gib >= 1 ? `${Number(gib.toFixed(2))} GiB` : `${Number((bytes / 1024 ** 2).toFixed(1))} MiB`
}

export function checkSize(text: string): string | null {
  const bytes = parseSize(text)
  return bytes !== null && bytes >= 16_777_216 && bytes <= 1024 ** 4
    ? null
    : 'Enter a size from 16 MiB to 1024 GiB, such as 8 GiB.'
}

export function checkMessageCap(text: string): string | null {
  const count = Number(text.replaceAll(/[,\s]/g, ''))
  return Number.isInteger(count) && count >= 1000 && count <= 50_000_000
    ? null
    : 'Enter a number from 1,000 to 50,000,000.'
}

interface TypedSetting {
  readonly text: string
  readonly check: (text: string) => string | null
  readonly read: (text: string) => unknown
  readonly mono?: boolean
  readonly lines?: number
  readonly placeholder?: string
}

type TypedControl = Extract<
  ProjectSwitch['control'],
  { readonly kind: 'duration' | 'count' | 'resultCode' | 'addresses' }
>

export function typedSetting(control: TypedControl, value: unknown): TypedSetting {
  switch (control.kind) {
    case 'duration': {
      const { minMs, maxMs } = control
      const check = (text: string): string | null => checkSpan(text, minMs, maxMs)
      return { text: formatSpan(Number(value)), check, read: parseSpan }
    }
    case 'count': {
      const { min, max } = control
      return { text: String(value), check: (text) => checkCount(text, min, max), read: Number }
    }
    case 'resultCode':
      return { text: String(value), check: checkCode, read: (text) => text.trim(), mono: true }
    case 'addresses': {
      const text = Array.isArray(value) ? value.join('\n') : ''
      return {
        text,
        check: checkAddresses,
        read: readAddresses,
        mono: true,
        lines: 3,
        placeholder: 'everybody',
      }
    }
  }
}

const outcomes = {
  card: 'By card number',
  hold: 'Held until you decide',
  clarify: 'Clarification first',
} as const

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
      return String(value)
    case 'outcome': {
      const outcome = projectSwitches.shape.outcome.safeParse(value)
      return outcome.success ? outcomes[outcome.data.mode] : ''
    }
    case 'callbackRules':
      return lengthWords(value, 'rule')
    case 'collectedFields':
      return lengthWords(value, 'field')
    case 'addresses':
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'Everybody'
  }
}
