import type { SignatureCrypto } from '#domain/signature/crypto'
import type { HeaderList } from '#lib/http-message/message'

/** A parameter and its input in the editor. Limits are inclusive. */
export type FaultParameter = {
  readonly label: string
  readonly help: string
  /** Its name in scenario files, if it differs. */
  readonly inScenarios?: string
} & (
  | {
      readonly type: 'integer'
      readonly unit: string
      readonly min: number
      readonly max: number
      readonly initial: number
    }
  /** Keys separated by dots; an index for an item of an array. */
  | { readonly type: 'path'; readonly initial: string }
  | { readonly type: 'json'; readonly initial: string }
  | { readonly type: 'header'; readonly initial: string }
  | {
      readonly type: 'choice'
      readonly initial: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly type: 'flag'; readonly initial: boolean }
)

/** Parameters by name, in the order in which the editor shows them. */
export type FaultParameters = Readonly<Record<string, FaultParameter>>

export type ParameterValue = string | number | boolean

type ValueOf<Parameter extends FaultParameter> = Parameter extends { readonly type: 'integer' }
  ? number
  : Parameter extends { readonly type: 'flag' }
    ? boolean
    : Parameter extends { readonly choices: readonly { readonly value: infer Value extends string }[] }
      ? Value
      : string

export type ParameterValues<Parameters extends FaultParameters> = {
  readonly [Name in keyof Parameters]: ValueOf<Parameters[Name]>
}

export interface AttemptContent {
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** The changed content, or why nothing changed (part of a sentence). */
export type Changed = AttemptContent | string

/** Faults of the connection; an absent member has no effect. */
export interface WireFaults {
  /** Size of the chunks of a body without a Content-Length. */
  readonly chunkBytes?: number
  /** In wall time, from the first byte of the body, which takes at most a minute in total. */
  readonly bytesPerSecond?: number
  /** The connection is closed after this many bytes, counted from the start line. */
  readonly cutAfterBytes?: number
  /** Writes the complete message, and closes the connection without waiting for the response. */
  readonly closeBeforeAnswer?: boolean
  readonly http10?: boolean
}

/** A kind of fault without its effect: its words, its parameters and the aspects of a message that it decides. */
export interface Kind<Parameters extends FaultParameters> {
  readonly name: string
  /** What it does and what a merchant should do about it. */
  readonly explanation: string
  readonly parameters: Parameters
  /** The aspects of a message that it decides. Two faults that share one exclude each other. */
  aspects(values: ParameterValues<Parameters>): readonly string[]
  /** One sentence; `object` is the message or attempt. */
  sentence(values: ParameterValues<Parameters>, object: string): string
}

export interface AttemptEffect<Parameters extends FaultParameters> {
  /** Fields change first, then the signature, then content type and charset, whatever the order of the rules. */
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

/** Decided once, when a callback is due for its first attempt, by `platform/callbacks/fault-rules.ts`. */
export const ofMessage = <const Parameters extends FaultParameters>(kind: Kind<Parameters>) => ({
  ...kind,
  stage: 'message' as const,
})
export const ofAttempt = <const Parameters extends FaultParameters>(
  kind: Kind<Parameters> & AttemptEffect<Parameters>,
) => ({ ...kind, stage: 'attempt' as const })
/** Changes how an attempt's bytes go over the connection, by `net/sender/wire-faults.ts`. */
export const ofWire = <const Parameters extends FaultParameters>(
  kind: Kind<Parameters> & WireEffect<Parameters>,
) => ({ ...kind, stage: 'wire' as const })

/** Splits a dotted path; `\.` is a dot in a key, `\\` a backslash. Null if it is not a path. */
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

/** Without rounding: `1 min 30 s`. */
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
