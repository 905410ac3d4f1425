/** The protocol in one module, for the scripts that describe it. `NAMED` holds the shapes by exported name. */
import * as bench from '#protocol/bench'
import * as exam from '#protocol/exam'
import * as rules from '#protocol/rules'
import * as messages from '#protocol/messages'
import * as payments from '#protocol/payments'
import * as projects from '#protocol/projects'
import * as replay from '#protocol/replay'
import * as scenarios from '#protocol/scenarios'
import * as shapes from '#protocol/shapes'
import * as signatures from '#protocol/signatures'
import * as traffic from '#protocol/traffic'
import * as sessions from '#protocol/sessions'

export { introduction } from '#protocol/callers'
export { METHODS } from '#protocol/methods'
export { benchEvent } from '#protocol/events'

export const NAMED: Readonly<Record<string, unknown>> = {
  ...bench,
  ...exam,
  ...rules,
  ...messages,
  ...payments,
  ...projects,
  ...replay,
  ...scenarios,
  ...shapes,
  ...signatures,
  ...traffic,
  ...sessions,
}
