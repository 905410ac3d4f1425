export { connectBench, type Addresses, type Bench } from './bench'
export type { BenchAddress } from './connection/socket'
export type { Expectations } from './expect/expectations'
export type {
  CallbackDetail,
  CallbackView,
  ExchangeDetail,
  ExchangeView,
  PaymentDetail,
} from './expect/subjects'
export { ExpectationError, type WaitOptions } from './expect/wait-for'
export type { BenchMethods, Call } from './methods'
export type { BenchProject, ProjectOptions } from './project'
export { startBench, type StartedBench, type StartOptions, type StartPorts } from './start/start-bench'
export { PatternError } from '#lib/match/pattern'
export type { Difference } from '#lib/match/compare'
export {
  absent,
  any,
  atLeast,
  atMost,
  lessThan,
  matching,
  moreThan,
  not,
  oneOf,
  unordered,
  type Matcher,
  type Pattern,
  type PatternOf,
} from '#lib/match/pattern'
export { BenchError } from '#protocol/connection'
export type { BenchEvent } from '#protocol/events'
export type { MethodName, Params, Result } from '#protocol/methods'
export type { ErrorCode, ErrorIssue } from '#protocol/shapes'
