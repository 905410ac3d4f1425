import type { SignatureCrypto } from '#domain/signature/sign'
import { FIELD_VALUE } from '#lib/http-message/response'
import type { HeaderList } from '#lib/http-message/message'
import { parseJson } from '#lib/json/parse'

/** A parameter of a kind of fault as a form shows it. Limits are included. */
export type FaultParameter = {
  readonly label: string
  readonly help: string
  /** Its name in scenario files, where that is another one. */
  readonly inScenarios?: string
} & (
  | {
      readonly type: 'integer'
      readonly unit: string
      readonly min: number
      readonly max: number
      readonly initial: number
    }
  /** Dotted, an index for an item of an array. */
  | { readonly type: 'path'; readonly initial: string }
  /** The text of a JSON value. */
  | { readonly type: 'json'; readonly initial: string }
  | { readonly type: 'header'; readonly initial: string }
  | {
      readonly type: 'choice'
      readonly initial: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly type: 'flag'; readonly initial: boolean }
)

/** The parameters of a kind of fault by their names, in the order of the form. */
export type FaultParameters = Readonly<Record<string, FaultParameter>>

export type ParameterValue = string | number | boolean

type ValueOf<Parameter extends FaultParameter> = Parameter extends { readonly type: 'integer' }
  ? number
  : Parameter extends { readonly type: 'flag' }
    ? boolean
    : Parameter extends { readonly choices: readonly { readonly value: infer Value extends string }[] }
      ? Value
      : string

/** The values of parameters, by their names. */
export type ParameterValues<Parameters extends FaultParameters> = {
  readonly [Name in keyof Parameters]: ValueOf<Parameters[Name]>
}

/** What one attempt sends. */
export interface AttemptContent {
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** The content after a change, or why there was nothing to change: part of a sentence. */
export type Changed = AttemptContent | string

/** How the sending of a message over its connection differs from the usual. An absent member: not at all. */
export interface WireFaults {
  /** Size of each chunk of a body without a length. */
  readonly chunkBytes?: number
  /** Real time, from the first byte of the body on. */
  readonly bytesPerSecond?: number
  /** Bytes of the message, counted from its start line, after which the connection ends. */
  readonly cutAfterBytes?: number
  /** The whole message is written, and the connection ended without waiting for the response. */
  readonly closeBeforeAnswer?: boolean
  readonly http10?: boolean
}

/** A kind of fault: how it is asked for, what it says of itself, and what it does. */
export interface Kind<Parameters extends FaultParameters> {
  readonly name: string
  /** What it does and what a merchant should do about it. */
  readonly explanation: string
  readonly parameters: Parameters
  /** What it decides about a message. Two faults that share an aspect exclude each other. */
  aspects(values: ParameterValues<Parameters>): readonly string[]
  /** One sentence; `object` is the message or the attempt that it is about. */
  sentence(values: ParameterValues<Parameters>, object: string): string
}

export interface AttemptEffect<Parameters extends FaultParameters> {
  /** Fields change before the signature, the signature before type and charset, whatever the order of the rules. */
  readonly phase: 'fields' | 'signature' | 'form'
  change(
    content: AttemptContent,
    values: ParameterValues<Parameters>,
    keys: { readonly secret: string; readonly crypto: SignatureCrypto },
  ): Changed
}

export interface WireEffect<Parameters extends FaultParameters> {
  onWire(values: ParameterValues<Parameters>): WireFaults
}

/** Decided once, when a callback comes due for its first attempt; `platform/callbacks/fault-rules.ts` does it. */
export const ofMessage = <const Parameters extends FaultParameters>(kind: Kind<Parameters>) => ({
  ...kind,
  stage: 'message' as const,
})
/** Changes what one attempt sends. */
export const ofAttempt = <const Parameters extends FaultParameters>(
  kind: Kind<Parameters> & AttemptEffect<Parameters>,
) => ({ ...kind, stage: 'attempt' as const })
/** Changes how the bytes of an attempt go over the connection; `net/sender/wire-faults.ts` does it. */
export const ofWire = <const Parameters extends FaultParameters>(
  kind: Kind<Parameters> & WireEffect<Parameters>,
) => ({ ...kind, stage: 'wire' as const })

/** Longest text of a path, a value or a header. */
const MAX_TEXT = 10_000

/** Returns why a parameter cannot have this value, with the remedy; null where it can. */
export function parameterProblem(parameter: FaultParameter, value: unknown): string | null {
  const { label } = parameter
  const text = typeof value === 'string' && value.length <= MAX_TEXT ? value : null
  switch (parameter.type) {
    case 'integer':
      return isWhole(value, parameter.min, parameter.max)
        ? null
        : `${label}: give a whole number from ${String(parameter.min)} to ${String(parameter.max)} (${parameter.unit}).`
    case 'path':
      return text !== null && readPath(text) !== null
        ? null
        : `${label}: give keys with dots between, such as payment.sum.amount; write \\. for a dot inside a key.`
    case 'json': {
      if (text === null) return `${label}: give JSON of at most ${String(MAX_TEXT)} characters.`
      const json = parseJson(text)
      return json.ok ? null : `${label}: ${json.message}`
    }
    case 'header':
      return text !== null && FIELD_VALUE.test(text)
        ? null
        : `${label}: a header holds no line break, control character or character outside Latin-1. Take it out.`
    case 'choice':
      return parameter.choices.some((choice) => choice.value === value)
        ? null
        : `${label}: choose one of ${parameter.choices.map((choice) => choice.value).join(', ')}.`
    case 'flag':
      return typeof value === 'boolean' ? null : `${label}: say true or false.`
  }
}

/** Whether a value is a whole number within these limits. */
export function isWhole(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}

/** Keys of a dotted path; `\.` is a dot of a key, `\\` a backslash. Null where it is not a path. */
export function readPath(text: string): readonly string[] | null {
  const keys: string[] = ['']
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\') {
      const next = text.charAt(at + 1)
      if (next !== '.' && next !== '\\') return null
      keys.push(`${keys.pop() ?? ''}${next}`)
      at += 1
    } else if (character === '.') {
      keys.push('')
    } else {
      keys.push(`${keys.pop() ?? ''}${character}`)
    }
  }
  return keys.includes('') ? null : keys
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const

/** Writes milliseconds in all units that they have, without rounding: `1 min 30 s`. */
export function durationWords(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${String(count)} ${unit}`)
    rest -= count * size
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}
