import type { SendHttp } from '../../../scenarios/running/http'
import type { ScenarioBench } from '../../../scenarios/running/scenario-bench'

/** A bench for one exam, in memory, which plays the platform. */
export interface ExamBench {
  readonly bench: ScenarioBench
  /** Sends only to hosts that may be tested. */
  readonly send: SendHttp
  /** Where the platform is, such as `http://127.0.0.1:8630`. */
  readonly platform: string
  close(): Promise<void>
}

/** What the exam of the window needs of its host. */
export interface ExamHost {
  /** Whether anything may be sent to a host: this computer, or one of those that a person has named. */
  mayTest(host: string, named: readonly string[]): boolean
  /**
   * @param platformPort 0 for any free one
   * @throws Error with a sentence for people where it does not start
   */
  open(given: { readonly platformPort: number; readonly hosts: readonly string[] }): Promise<ExamBench>
}
