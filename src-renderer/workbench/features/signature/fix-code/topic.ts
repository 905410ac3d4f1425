import type { MistakeId } from '#domain/signature/diagnosis/mistake'

/** A part of signing code, in the order in which a program needs them. */
export const TOPICS = [
  'formKeys',
  'values',
  'lines',
  'order',
  'joining',
  'secret',
  'digest',
  'signLast',
  'sending',
] as const
export type Topic = (typeof TOPICS)[number]

/** One language's code by its part; a part that it has no use for is left out. */
export type FixParts = Readonly<Partial<Record<Topic, string>>>

/** The parts to rewrite for each mistake (contract 2.8); none: no code helps. */
const TOPICS_OF: Readonly<Record<MistakeId, readonly Topic[]>> = {
  hex: ['digest'],
  base64OfHex: ['digest'],
  base64Twice: ['digest'],
  base64url: ['digest'],
  wrapped: ['digest'],
  surroundedBySpace: ['digest'],
  sha256: ['digest'],
  sha1: ['digest'],
  plainHash: ['digest'],
  swapped: ['digest'],
  textEncoding: ['digest'],
  wrongKey: ['secret', 'digest'],
  trailingSemicolon: ['joining'],
  otherJoiner: ['joining'],
  equalsSign: ['joining'],
  valuesOnly: ['joining'],
  unsorted: ['order'],
  codePointOrder: ['order'],
  levelOrder: ['order'],
  lineOrder: ['order'],
  javascriptSdk: ['lines', 'order'],
  docJavascript: ['lines', 'order'],
  docPhp: ['values', 'lines', 'order'],
  docPython: ['values', 'lines', 'order'],
  singleColon: ['lines'],
  keyWithoutPath: ['lines'],
  pathWithPoints: ['lines'],
  signatureLeft: ['lines'],
  nestedSignature: ['lines'],
  arraysJoined: ['lines'],
  indexFromOne: ['lines'],
  javascriptText: ['lines'],
  pythonText: ['lines'],
  rawJson: ['values', 'lines', 'order', 'joining'],
  booleanWords: ['values'],
  booleanCapitalWords: ['values'],
  falseEmpty: ['values'],
  bareBoolean: ['values', 'lines'],
  nullWord: ['values'],
  nullNone: ['values'],
  nullDropped: ['values', 'lines'],
  emptyDropped: ['values', 'lines'],
  numberText: ['values'],
  formOnlyKeys: ['formKeys'],
  addedLater: ['signLast'],
  emptyWhenSigned: ['signLast'],
  backslashes: ['signLast'],
  slashesOnTheWay: ['signLast'],
  jsonEscaped: ['signLast'],
  plusLost: ['sending'],
  encodedTwice: ['sending'],
  percentEncoded: ['sending'],
  plusOnTheWay: ['sending'],
  encodedTwiceOnTheWay: ['sending'],
  // Data that was changed after signing, and rules that only a sentence can explain.
  cutOff: [],
  lowerCased: [],
  topZeroKept: [],
  decomposed: [],
  htmlEscaped: [],
  htmlOnTheWay: [],
  decomposedOnTheWay: [],
  latin1OnTheWay: [],
  noneOnTheWay: [],
  trimmed: [],
  camelCase: [],
  formRulesOnApi: [],
  javascriptTextSent: [],
  pythonTextSent: [],
  nullNotSent: [],
}

const BY_NAME: ReadonlyMap<string, readonly Topic[]> = new Map(Object.entries(TOPICS_OF))

/** The parts that correct these mistakes, in the order of a program. */
export function topicsOf(mistakes: readonly string[]): readonly Topic[] {
  const wanted = new Set(mistakes.flatMap((id) => BY_NAME.get(id) ?? []))
  return TOPICS.filter((topic) => wanted.has(topic))
}
