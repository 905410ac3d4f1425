import type { SignatureVerdict } from '../protocol/messages'
import type { JsonNode } from '../lib/json/node'
import type { Project } from '../domain/project/project'
import type { Surface } from '../domain/signature/canonical'
import type { SignatureCrypto } from '../domain/signature/crypto'
import type { SignaturePlace } from '../domain/signature/place'
import { verifySignature } from '../domain/signature/verify'
import { SECRET_LEFT_OUT } from '../domain/project/project'
import type { Verdict } from '../domain/signature/verify'

/** The verdict about a message's signature, with a sentence for people. */
export function verdictOf(options: {
  readonly root: JsonNode
  readonly project: Project
  readonly crypto: SignatureCrypto
  readonly surface: Surface
  readonly place?: SignaturePlace
}): SignatureVerdict {
  const { root, project, crypto, surface, place } = options
  if (project.secret === SECRET_LEFT_OUT) return secretLeftOutVerdict()
  return explainVerdict(
    verifySignature({
      root,
      secret: project.secret,
      crypto,
      surface,
      lenient: project.switches.lenientSignatures,
      place,
    }),
    project,
  )
}

/** The session came without the secrets of its projects: neither right nor wrong can be told. */
function secretLeftOutVerdict(): SignatureVerdict {
  return unreadableVerdict(
    'it came in a session that was exported without secrets. Export it with them to check signatures.',
  )
}

/** A verdict with its sentence. */
export function explainVerdict(verdict: Verdict, project: Project): SignatureVerdict {
  switch (verdict.state) {
    case 'valid':
      return {
        state: 'valid',
        place: verdict.place,
        dialect: verdict.dialect,
        explanation: verdict.booleanWords
          ? 'The signature is right with the words true and false read as 1 and 0, as the form reads them too.'
          : verdict.dialect === 'REF'
            ? 'The signature is right.'
            : `The signature is right in the ${verdict.dialect} dialect, which this project also accepts.`,
      }
    case 'invalid':
      return {
        state: 'invalid',
        place: verdict.place,
        received: verdict.received,
        expected: verdict.expected,
        explanation:
          verdict.expected === ''
            ? `The signature in ${verdict.place} cannot be checked: the string to sign would be too long.`
            : `The signature in ${verdict.place} does not fit the data and the secret of project ${String(project.projectId)}.`,
      }
    case 'missing':
      return { state: 'missing', explanation: 'There is no signature in the message.' }
    case 'empty':
      return {
        state: 'empty',
        place: verdict.place,
        explanation: `The signature in ${verdict.place} is empty.`,
      }
  }
}

/** The verdict about a message that cannot be read as JSON. */
export function unreadableVerdict(reason: string): SignatureVerdict {
  return { state: 'unreadable', explanation: `No signature can be read: ${reason}` }
}

/** The verdict about a request that needs no signature. */
export function notSignedVerdict(reason: string): SignatureVerdict {
  return { state: 'missing', explanation: reason }
}

/** The verdict about a message of a project that the bench does not have. */
export function unknownProjectVerdict(projectId: number | null): SignatureVerdict {
  return {
    state: 'unknown_project',
    explanation:
      projectId === null
        ? 'The message names no project, so there is no secret to verify with.'
        : `Project ${String(projectId)} does not exist here, so there is no secret to verify with.`,
  }
}
