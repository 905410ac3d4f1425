import { counted } from '#lib/words'
import { signedText } from '#domain/callback/signed-text'
import { MESSAGE_KINDS } from '#domain/payment/callbacks'
import { DAY_MS } from '#lib/time/time'
import {
  changeText,
  CHARSETS,
  type FaultCharset,
  inCharset,
  withContentType,
  withFieldValue,
  withNewField,
  withoutField,
} from './content'
import {
  type AttemptEffect,
  durationWords,
  type FaultParameter,
  type FaultParameters,
  type Kind,
  ofAttempt,
  ofMessage,
  ofWire,
  type ParameterValue,
  type ParameterValues,
  type WireEffect,
} from './kind'

/** What a held callback waits for: another callback of its payment. */
export const REORDER_TARGETS = ['next', ...MESSAGE_KINDS] as const
export type ReorderTarget = (typeof REORDER_TARGETS)[number]

const WAITS_FOR: Readonly<Record<ReorderTarget, string>> = {
  next: 'the next callback',
  clarification: 'a clarification request',
  remaining: 'a remaining-data request',
  intermediate: 'an intermediate callback',
  result: 'a result',
  token: 'a token callback',
  other: 'a composed message',
}

const PATH_HELP = 'Keys from the outside in, separated by dots; a number for an array item.'

const CHARSET_NAMES = Object.keys(CHARSETS) as readonly FaultCharset[]

const SIGNING = {
  type: 'choice',
  label: 'Signature',
  help: 'Signed again: only the content is unusual. Kept: the signature no longer matches.',
  initial: 'resign',
  choices: [
    { value: 'resign', label: 'signed again' },
    { value: 'keep', label: 'kept as it was' },
  ],
} as const

const signingWords = (signing: 'resign' | 'keep'): string =>
  signing === 'resign' ? ' and signs it again' : ' and keeps the old signature'

/** Whether callbacks may have their signature at a path (contract 2.1, 3.9). */
export const isSignaturePath = (path: string): boolean => path === 'signature' || path === 'general.signature'

const fieldAspect = ({ path }: { readonly path: string }): readonly string[] => [
  isSignaturePath(path) ? 'signature' : `field ${path}`,
]

export function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= 60 ? text : `${characters.slice(0, 59).join('')}…`
}

/** In the order in which the window lists them. Times are virtual milliseconds unless the help says otherwise. */
const KINDS = {
  delay: ofMessage({
    name: 'Delay',
    explanation:
      'The callback is sent later than its event. A shop must cope with a status that it has queried in the meantime.',
    parameters: {
      ms: {
        type: 'integer',
        label: 'Delay',
        help: 'On the virtual clock, added to the time at which the callback is due.',
        inScenarios: 'delay',
        unit: 'ms',
        min: 1,
        max: 11 * DAY_MS,
        initial: 30_000,
      },
    },
    aspects: () => ['departure'],
    sentence: ({ ms }, object) => `Delays ${object} by ${durationWords(ms)}.`,
  }),
  drop: ofMessage({
    name: 'Drop',
    explanation: 'The callback is never sent. A shop that relies only on callbacks never closes its order.',
    parameters: {},
    aspects: () => ['departure', 'copies'],
    sentence: (_, object) => `Drops ${object}: nothing is sent.`,
  }),
  duplicate: ofMessage({
    name: 'Duplicate',
    explanation:
      'The same bytes are sent more than once, each copy with its own schedule. A shop must deliver the goods only once.',
    parameters: {
      copies: {
        type: 'integer',
        label: 'Copies',
        help: 'In addition to the callback itself.',
        unit: 'copies',
        min: 1,
        max: 100,
        initial: 1,
      },
      gapMs: {
        type: 'integer',
        label: 'Gap',
        help: 'Between copies, on the virtual clock; 0 sends them immediately one after the other.',
        inScenarios: 'gap',
        unit: 'ms',
        min: 0,
        max: DAY_MS,
        initial: 0,
      },
    },
    aspects: () => ['copies'],
    sentence({ copies, gapMs }, object) {
      const times = copies === 1 ? 'once more' : `${String(copies)} more times`
      return `Sends ${object} ${times}, ${gapMs === 0 ? 'at once' : `with gaps of ${durationWords(gapMs)}`}.`
    },
  }),
  reorder: ofMessage({
    name: 'Reorder',
    explanation:
      'The callback is held until another callback of its payment has been sent, so that they arrive in the wrong order.',
    parameters: {
      until: {
        type: 'choice',
        label: 'Wait for',
        help: 'The first attempt of that callback releases this one.',
        initial: 'next',
        choices: REORDER_TARGETS.map((value) => ({ value, label: WAITS_FOR[value] })),
      },
      longestWaitMs: {
        type: 'integer',
        label: 'Longest wait',
        help: 'On the virtual clock; 0 holds it until it is released by hand.',
        inScenarios: 'wait',
        unit: 'ms',
        min: 0,
        max: 11 * DAY_MS,
        initial: 600_000,
      },
    },
    aspects: () => ['departure', 'copies'],
    sentence({ until, longestWaitMs }, object) {
      const longest =
        longestWaitMs === 0 ? 'however long that takes' : `for at most ${durationWords(longestWaitMs)}`
      return `Holds ${object} until ${WAITS_FOR[until]} of the same payment has been sent, ${longest}.`
    },
  }),
  corruptSignature: ofAttempt({
    name: 'Corrupt signature',
    explanation:
      'One character of the correct signature is changed. A shop that accepts it does not verify signatures.',
    parameters: {},
    aspects: () => ['signature'],
    sentence: (_, object) => `Corrupts the signature in ${object}.`,
    phase: 'signature',
    change: (content, _, { secret, crypto }) =>
      changeText(content, (text) => signedText(text, 'corrupt', secret, crypto)),
  }),
  changeField: ofAttempt({
    name: 'Change a field',
    explanation:
      'One field has a different value, such as an amount other than the one ordered. All other bytes are unchanged.',
    parameters: {
      path: { type: 'path', label: 'Field', help: PATH_HELP, initial: 'payment.sum.amount' },
      value: { type: 'json', label: 'Value', help: 'As JSON: text in double quotes.', initial: '1' },
      signing: SIGNING,
    },
    aspects: fieldAspect,
    sentence: ({ path, value, signing }, object) =>
      `Sets ${path} to ${shortened(value)} in ${object}${signingWords(signing)}.`,
    phase: 'fields',
    change: (content, { path, value }) => withFieldValue(content, path, value),
  }),
  removeField: ofAttempt({
    name: 'Remove a field',
    explanation: 'A field is missing. A shop must log this instead of crashing.',
    parameters: {
      path: { type: 'path', label: 'Field', help: PATH_HELP, initial: 'payment.method' },
      signing: SIGNING,
    },
    aspects: fieldAspect,
    sentence: ({ path, signing }, object) => `Leaves ${path} out in ${object}${signingWords(signing)}.`,
    phase: 'fields',
    change: (content, { path }) => withoutField(content, path),
  }),
  unknownField: ofAttempt({
    name: 'Unknown field',
    explanation:
      'A field that the shop has never seen is added. The signature covers it like any other, and it is no reason to refuse the callback.',
    parameters: {
      path: {
        type: 'path',
        label: 'Field',
        help: `${PATH_HELP} A message that already has the field is not changed.`,
        initial: 'payment.new_field',
      },
      value: {
        type: 'json',
        label: 'Value',
        help: 'As JSON: text in double quotes.',
        initial: '"never seen before"',
      },
      signing: SIGNING,
    },
    aspects: fieldAspect,
    sentence: ({ path, value, signing }, object) =>
      `Adds ${path} with ${shortened(value)} in ${object}${signingWords(signing)}.`,
    phase: 'fields',
    change: (content, { path, value }) => withNewField(content, path, value),
  }),
  contentType: ofAttempt({
    name: 'Wrong content type',
    explanation: 'The header names a type other than JSON. A shop that relies on it finds no body to read.',
    parameters: {
      contentType: {
        type: 'header',
        label: 'Content-Type',
        help: 'Sent exactly as written; left empty, the header has no value.',
        initial: 'text/plain',
      },
    },
    aspects: () => ['content type'],
    sentence: ({ contentType }, object) => `Sends Content-Type “${shortened(contentType)}” in ${object}.`,
    phase: 'form',
    change: (content, { contentType }) => withContentType(content, contentType),
  }),
  charset: ofAttempt({
    name: 'Other charset',
    explanation:
      'The text is written in a charset other than UTF-8. A shop must read it as announced, or refuse it cleanly.',
    parameters: {
      charset: {
        type: 'choice',
        label: 'Charset',
        help: 'A character that latin1 lacks becomes a question mark.',
        initial: 'utf-16le',
        choices: CHARSET_NAMES.map((value) => ({ value, label: CHARSETS[value].label })),
      },
      announce: {
        type: 'flag',
        label: 'Named in the Content-Type header',
        help: 'Without it the receiver has to detect the charset.',
        initial: true,
      },
    },
    aspects: ({ announce }) => (announce ? ['charset', 'content type'] : ['charset']),
    sentence: ({ charset, announce }, object) =>
      `Writes the body as ${CHARSETS[charset].words} in ${object}, ${announce ? 'and names it in the header' : 'without naming it in the header'}.`,
    phase: 'form',
    change: (content, { charset, announce }) => inCharset(content, charset, announce),
  }),
  chunked: ofWire({
    name: 'Chunked body',
    explanation:
      'The body is sent in chunks without a Content-Length. Every HTTP/1.1 server must be able to read it.',
    parameters: {
      chunkBytes: {
        type: 'integer',
        label: 'Chunk',
        help: 'Size of each chunk; the last chunk has the rest.',
        unit: 'bytes',
        min: 1,
        max: 1_048_576,
        initial: 64,
      },
    },
    aspects: () => ['framing'],
    sentence: ({ chunkBytes }, object) =>
      `Sends the body in chunks of ${counted(chunkBytes, 'byte')} in ${object}.`,
    onWire: ({ chunkBytes }) => ({ chunkBytes }),
  }),
  slowBody: ofWire({
    name: 'Slow body',
    explanation:
      'The body arrives slowly. The response timeout starts after its last byte. A body that would take longer than a minute is sent faster.',
    parameters: {
      bytesPerSecond: {
        type: 'integer',
        label: 'Speed',
        help: 'In real time: a connection does not follow the virtual clock.',
        unit: 'bytes a second',
        min: 1,
        max: 10_000_000,
        initial: 500,
      },
    },
    aspects: () => ['pace'],
    sentence: ({ bytesPerSecond }, object) =>
      `Sends the body at ${counted(bytesPerSecond, 'byte')} a second in ${object}.`,
    onWire: ({ bytesPerSecond }) => ({ bytesPerSecond }),
  }),
  cut: ofWire({
    name: 'Cut the connection',
    explanation:
      'The connection ends in the middle of the message. The attempt fails and is retried on schedule.',
    parameters: {
      afterBytes: {
        type: 'integer',
        label: 'After',
        help: 'Counted from the first byte of the start line; a shorter message is sent in full and gets no response.',
        unit: 'bytes',
        min: 0,
        max: 16_777_216,
        initial: 200,
      },
    },
    aspects: () => ['ending'],
    sentence: ({ afterBytes }, object) =>
      `Cuts the connection after ${counted(afterBytes, 'byte')} in ${object}.`,
    onWire: ({ afterBytes }) => ({ cutAfterBytes: afterBytes }),
  }),
  closeBeforeAnswer: ofWire({
    name: 'Close before the response',
    explanation:
      'The whole message is sent, and the connection is closed before the response. The shop has the message and receives it again.',
    parameters: {},
    aspects: () => ['ending'],
    sentence: (_, object) => `Closes the connection without waiting for the response in ${object}.`,
    onWire: () => ({ closeBeforeAnswer: true }),
  }),
  http10: ofWire({
    name: 'HTTP/1.0 start line',
    explanation: 'The start line names HTTP/1.0, as an old proxy in between would write it.',
    parameters: {},
    aspects: () => ['start line'],
    sentence: (_, object) => `Writes HTTP/1.0 into the start line in ${object}.`,
    onWire: () => ({ http10: true }),
  }),
}

type Kinds = typeof KINDS
export type FaultKind = keyof Kinds
/** When a fault is decided: once per message, or at each attempt for its content or its connection. */
export type FaultStage = Kinds[FaultKind]['stage']
export type FaultOf<Kind extends FaultKind> = Kind extends FaultKind
  ? { readonly kind: Kind } & ParameterValues<Kinds[Kind]['parameters']>
  : never
export type Fault = FaultOf<FaultKind>
export type FaultAt<Stage extends FaultStage> = FaultOf<
  { readonly [Kind in FaultKind]: Kinds[Kind]['stage'] extends Stage ? Kind : never }[FaultKind]
>

type AnyKind =
  | (Kind<FaultParameters> & { readonly stage: 'message' })
  | (Kind<FaultParameters> & AttemptEffect<FaultParameters> & { readonly stage: 'attempt' })
  | (Kind<FaultParameters> & WireEffect<FaultParameters> & { readonly stage: 'wire' })

/** The protocol, the editor and scenario files are derived from this table. */
export const FAULTS: Readonly<Record<FaultKind, AnyKind>> = KINDS

/** In the order of {@link FAULTS}. */
export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[]

export const isAt = <Stage extends FaultStage>(fault: Fault, stage: Stage): fault is Fault & FaultAt<Stage> =>
  FAULTS[fault.kind].stage === stage

/** Makes a fault from the parameters' values; `ruleProblems` reports unusable ones. */
export function faultOf(
  kind: FaultKind,
  valueOf: (parameter: FaultParameter, name: string) => ParameterValue,
): Fault {
  const values = Object.entries(FAULTS[kind].parameters).map(([name, parameter]) => [
    name,
    valueOf(parameter, name),
  ])
  return { kind, ...Object.fromEntries(values) } as Fault
}

export const exampleOf = (kind: FaultKind): Fault => faultOf(kind, ({ initial }) => initial)
