import type { SignatureVerdict } from '../../contract/messages'
import { maskText } from '../../core/card/mask-text'
import { decodeUtf8 } from '../../core/bytes/utf8'
import type { JsonNode } from '../../core/json/node'
import type { Project } from '../../core/project/project'
import { diagnose, shortVerdict, triesWithin } from '../../core/signature/diagnosis/diagnose'
import type { SignaturePlace } from '../../core/signature/place'
import type { BenchPorts } from '../ports'
import type { Projects } from '../projects'

/** Bytes hashed at most while a caller waits for its refusal: a tenth of a second. The page of signatures has no hurry. */
const HASHED_AT_MOST = 16_000_000

/**
 * Which mistake made the wrong signature of an API request (contract 2.8), in a line or two; null where it is not wrong.
 * Card numbers that stand in names are masked.
 */
export function refusedSignature(options: {
  readonly root: JsonNode
  readonly body: Uint8Array
  readonly verdict: SignatureVerdict
  readonly project: Project
  readonly projects: Projects
  readonly ports: BenchPorts
  readonly place: SignaturePlace
}): string | null {
  const { root, body, verdict, project, projects, ports, place } = options
  if (verdict.state !== 'invalid') return null
  const says = shortVerdict(
    diagnose({
      root,
      bodyText: decodeUtf8(body),
      surface: 'api',
      encoding: 'json',
      secret: project.secret,
      otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
      lenient: project.switches.lenientSignatures,
      crypto: ports.crypto,
      place,
      maxTries: triesWithin(HASHED_AT_MOST),
    }),
  )
  return says === null ? null : maskText(says).text
}
