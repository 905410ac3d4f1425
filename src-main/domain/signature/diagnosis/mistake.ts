import type { WritingMistake } from './received-digest'
import type { Change } from './recipe'

/** At which step from the data to the received text a mistake happens. */
export type Stage =
  'data' | 'values' | 'lines' | 'order' | 'joining' | 'bytes' | 'key' | 'digest' | 'encoding' | 'transport'

/** Every mistake that the finder knows (contract 2.5, 2.8). */
export type MistakeId =
  | WritingMistake
  | 'sha256'
  | 'sha1'
  | 'cutOff'
  | 'lowerCased'
  | 'plainHash'
  | 'swapped'
  | 'trailingSemicolon'
  | 'otherJoiner'
  | 'unsorted'
  | 'codePointOrder'
  | 'levelOrder'
  | 'lineOrder'
  | 'javascriptSdk'
  | 'docJavascript'
  | 'docPhp'
  | 'docPython'
  | 'singleColon'
  | 'topZeroKept'
  | 'booleanWords'
  | 'booleanCapitalWords'
  | 'falseEmpty'
  | 'bareBoolean'
  | 'nullWord'
  | 'nullNone'
  | 'nullDropped'
  | 'emptyDropped'
  | 'numberText'
  | 'signatureLeft'
  | 'nestedSignature'
  | 'valuesOnly'
  | 'keyWithoutPath'
  | 'pathWithPoints'
  | 'equalsSign'
  | 'rawJson'
  | 'arraysJoined'
  | 'indexFromOne'
  | 'wrongKey'
  | 'textEncoding'
  | 'decomposed'
  | 'percentEncoded'
  | 'htmlEscaped'
  | 'jsonEscaped'
  | 'htmlOnTheWay'
  | 'encodedTwiceOnTheWay'
  | 'plusOnTheWay'
  | 'decomposedOnTheWay'
  | 'latin1OnTheWay'
  | 'slashesOnTheWay'
  | 'noneOnTheWay'
  | 'trimmed'
  | 'camelCase'
  | 'formOnlyKeys'
  | 'formRulesOnApi'
  | 'addedLater'
  | 'emptyWhenSigned'
  | 'javascriptText'
  | 'javascriptTextSent'
  | 'pythonText'
  | 'pythonTextSent'
  | 'nullNotSent'

/** A row of the table of mistakes. */
export interface Mistake {
  readonly id: MistakeId
  readonly stage: Stage
  /** A few words, for lists. */
  readonly name: string
  /** Characters of the text that results; undefined where they vary. */
  readonly length: number | undefined
  /** What happened, in a sentence. */
  readonly message: string
  /** What to do, in a sentence. */
  readonly fix: string
  /** How it changes the reference's recipe; the likeliest variant first. None: it is seen in the received text. */
  readonly changes: readonly Change[]
  /** Not looked for together with a second mistake. */
  readonly alone?: true
}

/** Makes a mistake in which other data was signed than was sent. No recipe makes it, and it is not combined with others. */
export const mistakeInData = (id: MistakeId, name: string, message: string, fix: string): Mistake => ({
  id,
  stage: 'data',
  name,
  length: 88,
  message,
  fix,
  changes: [],
  alone: true,
})
