import { BenchError } from '#protocol/connection'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { ScenarioBench, SendHttp } from '#scenarios/running/http'

/** A bench in memory that plays the platform for one exam or one run of a scenario. */
export interface SeparateBench {
  readonly bench: ScenarioBench
  readonly send: SendHttp
  readonly foreign: Foreign
  /** Address of the platform, such as `http://127.0.0.1:8630`. */
  readonly platform: string
  close(): Promise<void>
}

/** Provided by the host for exams and runs of scenarios in the window. */
export interface OwnBenches {
  /** Whether messages may go to a host: to this computer, or to one of the hosts that a person named. */
  mayTest(host: string, named: readonly string[]): boolean
  /** Sends only to this computer and to the hosts that a person named. */
  sender(named: readonly string[]): SendHttp
  /**
   * @param given `platformPort`: 0 for any free port. `hosts`: where the bench may send, besides this computer
   * @throws Error with a readable message if it does not start
   */
  open(given: { readonly platformPort: number; readonly hosts: readonly string[] }): Promise<SeparateBench>
}

const refuse = (): Promise<never> =>
  Promise.reject(
    new BenchError('unavailable', 'This Paybench cannot run exams, or scenarios in a separate bench.'),
  )

/** For a bench that cannot open others. */
export const NO_OWN_BENCHES: OwnBenches = { mayTest: () => true, sender: () => refuse, open: refuse }
