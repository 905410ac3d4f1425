import { type FaultKind, type FaultOf, type FaultStage, REORDER_TARGETS, type ReorderTarget } from './fault'
import { DAY_MS } from '#lib/time/time'

/** What a parameter may be. Limits are included. */
export type ParameterShape =
  | {
      readonly type: 'integer'
      readonly unit: string
      readonly min: number
      readonly max: number
      readonly initial: number
    }
  | { readonly type: 'path'; readonly initial: string }
  | { readonly type: 'json'; readonly initial: string }
  | { readonly type: 'header'; readonly initial: string }
  | {
      readonly type: 'choice'
      readonly initial: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly type: 'flag'; readonly initial: boolean }

export interface FaultParameter<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly help: string
  readonly shape: ParameterShape
}

type ParameterName<Kind extends FaultKind> = Exclude<keyof FaultOf<Kind>, 'kind'> & string

/** A kind of fault with all that a form needs to ask for it. */
export interface FaultDescription<Kind extends FaultKind = FaultKind> {
  readonly name: string
  readonly stage: FaultStage
  /** What it does and what a merchant should do about it. */
  readonly explanation: string
  readonly parameters: readonly FaultParameter<ParameterName<Kind>>[]
  readonly example: FaultOf<Kind>
}

/** Longest text of a path, a value or a header. */
export const MAX_FAULT_TEXT = 10_000

const SIGNING = {
  name: 'signing',
  label: 'Signature',
  help: 'Signed again, only the content is unusual; kept, the signature no longer fits.',
  shape: {
    type: 'choice',
    initial: 'resign',
    choices: [
      { value: 'resign', label: 'signed again' },
      { value: 'keep', label: 'kept as it was' },
    ],
  },
} as const

/** The callback that a held one waits for, as part of a sentence. */
export const REORDER_TARGET_LABELS: Readonly<Record<ReorderTarget, string>> = {
  next: 'the next callback',
  clarification: 'a clarification request',
  remaining: 'a remaining-data request',
  intermediate: 'an intermediate callback',
  result: 'a result',
  token: 'a token callback',
  other: 'a composed message',
}

const PATH_HELP = 'Keys from the outside in, with dots between; a number for an item of an array.'

/** Every fault that the bench knows, in the order in which it offers them. */
export const FAULTS: { readonly [Kind in FaultKind]: FaultDescription<Kind> } = {
  delay: {
    name: 'Delay',
    stage: 'message',
    explanation:
      'The callback is sent later than its event. A shop has to cope with a status that it asks for in the meantime.',
    parameters: [
      {
        name: 'ms',
        label: 'Delay',
        help: 'On the virtual clock, added to the time at which the callback is due.',
        shape: { type: 'integer', unit: 'ms', min: 1, max: 11 * DAY_MS, initial: 30_000 },
      },
    ],
    example: { kind: 'delay', ms: 30_000 },
  },
  drop: {
    name: 'Drop',
    stage: 'message',
    explanation: 'The callback is never sent. A shop that relies on callbacks alone never closes its order.',
    parameters: [],
    example: { kind: 'drop' },
  },
  duplicate: {
    name: 'Duplicate',
    stage: 'message',
    explanation:
      'The same bytes are sent more than once, each copy with its own schedule. A shop must deliver the goods only once.',
    parameters: [
      {
        name: 'copies',
        label: 'Copies',
        help: 'Besides the callback itself.',
        shape: { type: 'integer', unit: 'copies', min: 1, max: 100, initial: 1 },
      },
      {
        name: 'gapMs',
        label: 'Gap',
        help: 'Between one and the next, on the virtual clock; 0 sends them one right after the other.',
        shape: { type: 'integer', unit: 'ms', min: 0, max: DAY_MS, initial: 0 },
      },
    ],
    example: { kind: 'duplicate', copies: 1, gapMs: 0 },
  },
  reorder: {
    name: 'Reorder',
    stage: 'message',
    explanation:
      'The callback is held until another one of its payment has been sent, so that they arrive in the wrong order.',
    parameters: [
      {
        name: 'until',
        label: 'Wait for',
        help: 'The first attempt of that callback releases this one.',
        shape: {
          type: 'choice',
          initial: 'next',
          choices: REORDER_TARGETS.map((value) => ({ value, label: REORDER_TARGET_LABELS[value] })),
        },
      },
      {
        name: 'longestWaitMs',
        label: 'Longest wait',
        help: 'On the virtual clock; 0 holds it until it is released by hand.',
        shape: { type: 'integer', unit: 'ms', min: 0, max: 11 * DAY_MS, initial: 600_000 },
      },
    ],
    example: { kind: 'reorder', until: 'next', longestWaitMs: 600_000 },
  },
  corruptSignature: {
    name: 'Corrupt signature',
    stage: 'attempt',
    explanation:
      'One character of the right signature is changed. A shop that accepts it does not verify signatures.',
    parameters: [],
    example: { kind: 'corruptSignature' },
  },
  changeField: {
    name: 'Change a field',
    stage: 'attempt',
    explanation:
      'A field has another value, for instance an amount that is not what was ordered. All other bytes stay.',
    parameters: [
      {
        name: 'path',
        label: 'Field',
        help: PATH_HELP,
        shape: { type: 'path', initial: 'payment.sum.amount' },
      },
      {
        name: 'value',
        label: 'Value',
        help: 'JSON: a text stands in quotes.',
        shape: { type: 'json', initial: '1' },
      },
      SIGNING,
    ],
    example: { kind: 'changeField', path: 'payment.sum.amount', value: '1', signing: 'resign' },
  },
  removeField: {
    name: 'Remove a field',
    stage: 'attempt',
    explanation: 'A field is missing. A shop must say so in its log instead of breaking.',
    parameters: [
      { name: 'path', label: 'Field', help: PATH_HELP, shape: { type: 'path', initial: 'payment.method' } },
      SIGNING,
    ],
    example: { kind: 'removeField', path: 'payment.method', signing: 'resign' },
  },
  unknownField: {
    name: 'Unknown field',
    stage: 'attempt',
    explanation:
      'A field that the shop has never seen is added. The signature covers it like any other, and it is no reason to refuse the callback.',
    parameters: [
      {
        name: 'path',
        label: 'Field',
        help: `${PATH_HELP} A message that already has the field is not changed.`,
        shape: { type: 'path', initial: 'payment.new_field' },
      },
      {
        name: 'value',
        label: 'Value',
        help: 'JSON: a text stands in quotes.',
        shape: { type: 'json', initial: '"never seen before"' },
      },
      SIGNING,
    ],
    example: {
      kind: 'unknownField',
      path: 'payment.new_field',
      value: '"never seen before"',
      signing: 'resign',
    },
  },
  contentType: {
    name: 'Wrong content type',
    stage: 'attempt',
    explanation: 'The header names another type than JSON. A shop that relies on it finds no body to read.',
    parameters: [
      {
        name: 'contentType',
        label: 'Content-Type',
        help: 'Sent exactly as written; left empty, the header has no value.',
        shape: { type: 'header', initial: 'text/plain' },
      },
    ],
    example: { kind: 'contentType', contentType: 'text/plain' },
  },
  charset: {
    name: 'Other charset',
    stage: 'attempt',
    explanation:
      'The text is written in another charset than UTF-8. A shop must read it as announced, or refuse it cleanly.',
    parameters: [
      {
        name: 'charset',
        label: 'Charset',
        help: 'Characters that latin1 does not have become question marks.',
        shape: {
          type: 'choice',
          initial: 'utf-16le',
          choices: [
            { value: 'utf-16le', label: 'UTF-16, little endian' },
            { value: 'utf-16be', label: 'UTF-16, big endian' },
            { value: 'latin1', label: 'latin1' },
            { value: 'utf-8-bom', label: 'UTF-8 with a byte order mark' },
          ],
        },
      },
      {
        name: 'announce',
        label: 'Named in the Content-Type header',
        help: 'Without it the receiver has to detect the charset.',
        shape: { type: 'flag', initial: true },
      },
    ],
    example: { kind: 'charset', charset: 'utf-16le', announce: true },
  },
  chunked: {
    name: 'Chunked body',
    stage: 'wire',
    explanation:
      'The body comes in chunks without a Content-Length. Every HTTP/1.1 server must be able to read it.',
    parameters: [
      {
        name: 'chunkBytes',
        label: 'Chunk',
        help: 'Size of each chunk; the last one has the rest.',
        shape: { type: 'integer', unit: 'bytes', min: 1, max: 1_048_576, initial: 64 },
      },
    ],
    example: { kind: 'chunked', chunkBytes: 64 },
  },
  slowBody: {
    name: 'Slow body',
    stage: 'wire',
    explanation:
      'The body arrives slowly. The time for the response begins with its last byte. A body that would take longer than a minute is sent faster.',
    parameters: [
      {
        name: 'bytesPerSecond',
        label: 'Speed',
        help: 'In real time: a connection does not follow the virtual clock.',
        shape: { type: 'integer', unit: 'bytes a second', min: 1, max: 10_000_000, initial: 500 },
      },
    ],
    example: { kind: 'slowBody', bytesPerSecond: 500 },
  },
  cut: {
    name: 'Cut the connection',
    stage: 'wire',
    explanation:
      'The connection ends in the middle of the message. That is a failed attempt: the schedule repeats it.',
    parameters: [
      {
        name: 'afterBytes',
        label: 'After',
        help: 'Counted from the first byte of the start line; a shorter message is sent whole and gets no response.',
        shape: { type: 'integer', unit: 'bytes', min: 0, max: 16_777_216, initial: 200 },
      },
    ],
    example: { kind: 'cut', afterBytes: 200 },
  },
  closeBeforeAnswer: {
    name: 'Close before the response',
    stage: 'wire',
    explanation:
      'The whole message is sent, and the connection is closed before the response. The shop has the message and gets it again.',
    parameters: [],
    example: { kind: 'closeBeforeAnswer' },
  },
  http10: {
    name: 'HTTP/1.0 start line',
    stage: 'wire',
    explanation: 'The start line names HTTP/1.0, as an old proxy on the way would write it.',
    parameters: [],
    example: { kind: 'http10' },
  },
}

/** Every kind of fault, in the order of {@link FAULTS}. */
export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[]
