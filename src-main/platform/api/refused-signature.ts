import type { SignatureVerdict } from '#protocol/messages'
import { maskText } from '#domain/card/mask-text'
import { decodeUtf8 } from '#lib/bytes/utf8'
import type { JsonNode } from '#lib/json/node'
import type { Project } from '#domain/project/project'
import { diagnoseAtOnce, shortVerdict } from '#domain/signature/diagnosis/diagnose'
import type { SignaturePlace } from '#domain/signature/place'
import type { BenchPorts } from '#core/ports'
import type { Projects } from '#core/projects'
import type { UnfinishedSearch } from '#platform/exchanges/finishing-searches'

/** The mistake in a signature, as far as it was found while the caller waited. */
export interface QuickMistake {
  /** One or two sentences, with card numbers masked. */
  readonly text: string
  /** The rest of the search; null: it is complete. */
  readonly unfinished: UnfinishedSearch | null
}

/** Looks for the mistake in the wrong signature of an API request (contract 2.8). Null: none was found. */
export function refusedSignature(options: {
  readonly root: JsonNode
  readonly body: Uint8Array
  readonly verdict: SignatureVerdict
  readonly project: Project
  readonly projects: Pick<Projects, 'all'>
  readonly ports: Pick<BenchPorts, 'crypto'>
  readonly place: SignaturePlace
}): QuickMistake | null {
  const { root, body, verdict, project, projects, ports, place } = options
  if (verdict.state !== 'invalid') return null
  const request = {
    root,
    bodyText: decodeUtf8(body),
    surface: 'api',
    encoding: 'json',
    secret: project.secret,
    otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
    lenient: project.switches.lenientSignatures,
    crypto: ports.crypto,
    place,
  } as const
  const diagnosis = diagnoseAtOnce(request)
  const text = shortVerdict(diagnosis)
  if (text === null) return null
  const isCutShort = 'complete' in diagnosis && !diagnosis.complete
  return { text: maskText(text).text, unfinished: isCutShort ? { request, verdict } : null }
}
