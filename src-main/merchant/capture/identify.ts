import { LIMITS } from '../../lib/limits/limit-table'
import { parseJsonBytes } from '../../lib/json/parse'
import { isRecord } from '../../lib/json/record'
import { namedProjectId, valueAt } from '../../domain/api/rules'
import { capturedKind } from '../../domain/response-rule/captured-kind'
import type { ProjectId } from '../../domain/ids'
import type { CapturedKind } from '../../domain/response-rule/captured-kind'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import type { SignatureVerdict } from '../../protocol/messages'
import { NO_SUBJECT } from '../../bench/exchange-record'
import type { Subject } from '../../bench/exchange-record'
import type { Projects } from '../../bench/projects'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '../../bench/verdict'

/** What the body of a captured request reveals. */
export interface Identity {
  readonly verdict: SignatureVerdict
  readonly subject: Subject
  readonly kind: CapturedKind
}

/** Reads the project, the payment and the kind of a captured request from its body, and verifies its signature. */
export function identify(
  body: Uint8Array,
  services: {
    readonly projects: Projects
    readonly crypto: SignatureCrypto
    readonly paymentKeyOf: (projectId: ProjectId, paymentId: string) => string | null
  },
): Identity {
  const { projects, crypto, paymentKeyOf } = services
  const json = parseJsonBytes(body, LIMITS.requestValues)
  if (!json.ok) return { verdict: unreadableVerdict(json.message), subject: NO_SUBJECT, kind: 'other' }
  const { projectId, paymentId } = namesIn(json.plain)
  const kind = capturedKind(json.plain)
  const project = projectId === null ? null : projects.byId(projectId)
  if (project === null) {
    const subject = { projectId: null, paymentId, paymentKey: null }
    return { verdict: unknownProjectVerdict(projectId), subject, kind }
  }
  const paymentKey = paymentId === null ? null : paymentKeyOf(project.projectId, paymentId)
  return {
    verdict: verdictOf({ root: json.root, project, crypto, surface: 'callback' }),
    subject: { projectId: project.projectId, paymentId, paymentKey },
    kind,
  }
}

/** Reads the project and the payment from where the layouts of contract 3.2, 3.6 and 3.9 have them. */
function namesIn(body: unknown): { readonly projectId: ProjectId | null; readonly paymentId: string | null } {
  if (!isRecord(body)) return { projectId: null, paymentId: null }
  const projectId =
    namedProjectId(valueAt(body, ['project_id'])) ?? namedProjectId(valueAt(body, ['general', 'project_id']))
  const paymentId = valueAt(body, ['payment', 'id']) ?? valueAt(body, ['general', 'payment_id'])
  return { projectId, paymentId: typeof paymentId === 'string' ? paymentId : null }
}
