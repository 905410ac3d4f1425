import type { JsonObject } from '#lib/json/node'
import type { OpeningWarning } from './opening-warning'

/** How the parameters were written into the request (contract 7.1). */
export type ParameterEncoding = 'query' | 'json' | 'form'

/** The parameters of an opening as they came, before anything is known about them. */
export interface ReceivedParameters {
  readonly encoding: ParameterEncoding
  /** Names and values in their order: the view that the signature needs. */
  readonly root: JsonObject
  /** The same as own members of a plain object. */
  readonly plain: Readonly<Record<string, unknown>>
  /** Names that came more than once; the last value counts. */
  readonly repeated: readonly string[]
  readonly warnings: readonly OpeningWarning[]
  /** The same with names in brackets put together; absent where there are none. It counts where the signature fits it. */
  readonly nested?: ReceivedParameters
}
