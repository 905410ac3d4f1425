/** The protocol in one module, for the scripts that describe it: the shapes that have a name keep it. */
import * as answers from '../../src-main/protocol/answers'
import * as bench from '../../src-main/protocol/bench'
import * as checks from '../../src-main/protocol/checks'
import * as clock from '../../src-main/protocol/clock'
import * as exam from '../../src-main/protocol/exam'
import * as faults from '../../src-main/protocol/faults'
import * as messages from '../../src-main/protocol/messages'
import * as payments from '../../src-main/protocol/payments'
import * as preview from '../../src-main/protocol/preview'
import * as projects from '../../src-main/protocol/projects'
import * as replay from '../../src-main/protocol/replay'
import * as scenarios from '../../src-main/protocol/scenarios'
import * as search from '../../src-main/protocol/search'
import * as shapes from '../../src-main/protocol/shapes'
import * as signatures from '../../src-main/protocol/signatures'
import * as switchPreviews from '../../src-main/protocol/switch-previews'
import * as traffic from '../../src-main/protocol/traffic'
import * as workspaces from '../../src-main/protocol/workspaces'

export { introduction } from '../../src-main/protocol/callers'
export { METHODS } from '../../src-main/protocol/methods'
export { benchEvent } from '../../src-main/protocol/events'

/** Everything that the modules of the protocol export, by name. */
export const NAMED: Readonly<Record<string, unknown>> = {
  ...answers,
  ...bench,
  ...checks,
  ...clock,
  ...exam,
  ...faults,
  ...messages,
  ...payments,
  ...preview,
  ...projects,
  ...replay,
  ...scenarios,
  ...search,
  ...shapes,
  ...signatures,
  ...switchPreviews,
  ...traffic,
  ...workspaces,
}
