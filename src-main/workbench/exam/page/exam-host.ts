import type { Foreign } from '../../../scenarios/foreign/foreign'
import type { SendHttp } from '../../../scenarios/running/http'
import type { ScenarioBench } from '../../../scenarios/running/scenario-bench'

/** A bench for one exam, in memory, which plays the platform. */
export interface ExamBench {
  readonly bench: ScenarioBench
  /** Sends only to hosts that may be tested. */
  readonly send: SendHttp
  readonly foreign: Foreign
  /** Address of the platform, such as `http://127.0.0.1:8630`. */
  readonly platform: string
  close(): Promise<void>
}

/** What the exam of the window needs from its host. */
export interface ExamHost {
  /** Whether the exam may send to a host: to this computer, or to one of the hosts that a person named. */
  mayTest(host: string, named: readonly string[]): boolean
  /** Creates a sender that sends only to this computer and to the hosts that a person named. */
  sender(named: readonly string[]): SendHttp
  /**
   * Starts a bench for one exam.
   * @param given `platformPort`: 0 for any free port. `hosts`: hosts that may be tested besides this computer
   * @throws Error with a sentence for people where it does not start
   */
  open(given: { readonly platformPort: number; readonly hosts: readonly string[] }): Promise<ExamBench>
}
