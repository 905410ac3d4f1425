import type { SignatureVerdict } from '#protocol/messages'
import { type Verdict, type Verification, verifySignature } from '#domain/signature/verify'
import { type Project, SECRET_LEFT_OUT } from '#domain/project/project'
import type { ProjectId } from '#domain/ids'

/** Verifies and explains the signature of a message (contract 2). */
export function verdictOf(
  options: Omit<Verification, 'secret' | 'lenient'> & { readonly project: Project },
): SignatureVerdict {
  const { project } = options
  const { secret, switches } = project
  if (secret === SECRET_LEFT_OUT)
    return unreadableVerdict(
      'this session was exported without secrets. Export it again with secrets to check signatures.',
    )
  const verdict = verifySignature({ ...options, secret, lenient: switches.lenientSignatures })
  return explainVerdict(verdict, project)
}

export function explainVerdict(verdict: Verdict, project: Project): SignatureVerdict {
  switch (verdict.state) {
    case 'valid':
      return {
        state: 'valid',
        place: verdict.place,
        dialect: verdict.dialect,
        explanation: verdict.booleanWords
          ? 'The signature is correct if the words true and false are read as 1 and 0, as the form reads them.'
          : verdict.dialect === 'REF'
            ? 'The signature is correct.'
            : `The signature is correct in the ${verdict.dialect} dialect, which this project also accepts.`,
      }
    case 'invalid':
      return {
        ...verdict,
        explanation:
          verdict.expected === ''
            ? `The value of “${verdict.place}” cannot be checked: the string to sign would be too long.`
            : `The value of “${verdict.place}” does not match the data and the secret of project ${String(project.projectId)}.`,
      }
    case 'missing':
      return { state: 'missing', explanation: 'The message has no signature.' }
    case 'empty':
      return { ...verdict, explanation: `The value of “${verdict.place}” is empty.` }
  }
}

/**
 * The verdict if the signature could not be checked, for example because the message is not JSON.
 * @param reason worded to follow a colon
 */
export function unreadableVerdict(reason: string): SignatureVerdict {
  return { state: 'unreadable', explanation: `The signature cannot be checked: ${reason}` }
}

export function notSignedVerdict(reason: string): SignatureVerdict {
  return { state: 'missing', explanation: reason }
}

/** `projectId` is null if the message names no project. */
export function unknownProjectVerdict(projectId: ProjectId | null): SignatureVerdict {
  return {
    state: 'unknown_project',
    explanation:
      projectId === null
        ? 'The message names no project, so there is no secret to check its signature with.'
        : `Project ${String(projectId)} does not exist here, so there is no secret to check the signature with.`,
  }
}
