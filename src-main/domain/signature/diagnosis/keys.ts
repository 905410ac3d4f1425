import { encodeUtf8 } from '#lib/bytes/utf8'
import { atPath, type JsonNode } from '#lib/json/node'
import type { ProjectId } from '#domain/ids'
import { bytesOfAnyBase64, bytesOfHex } from './lenient-encodings'

/** A key that may have been taken instead of the secret. */
export interface CandidateKey {
  readonly id: string
  readonly bytes: Uint8Array
  readonly message: string
  readonly fix: string
  /** Too rare to be looked for together with another mistake. */
  readonly alone?: true
}

/** Secret of another project of the bench. */
export interface OtherSecret {
  readonly projectId: ProjectId
  readonly secret: string
}

/** The secret itself as a candidate. */
export const secretKey = (secret: string): CandidateKey => ({
  id: 'secret',
  bytes: encodeUtf8(secret),
  message: '',
  fix: '',
})

const TRIM = 'Trim it where it is read from a file or a variable.'
const AS_ISSUED = 'Use its characters as they are.'

/** Keys that are taken by mistake (contract 2.8), the likeliest first. Those equal to the secret are left out. */
export const candidateKeys = (
  root: JsonNode,
  secret: string,
  others: readonly OtherSecret[],
): readonly CandidateKey[] => {
  const projectId = projectIdText(root)
  const own: readonly (CandidateKey | null)[] = [
    textKey('lineEnd', `${secret}\n`, 'The secret was used with a line end behind it.', TRIM),
    textKey('space', `${secret} `, 'The secret was used with a space behind it.', TRIM),
    projectId === ''
      ? null
      : textKey('projectId', projectId, 'The project id was used as the key.', 'Use the secret.'),
    bytesKey('hex', bytesOfHex(secret), 'The secret was decoded from hexadecimal first.', AS_ISSUED),
    bytesKey('base64', bytesOfAnyBase64(secret), 'The secret was decoded from base64 first.', AS_ISSUED),
  ]
  const rare: readonly CandidateKey[] = [
    textKey('crlf', `${secret}\r\n`, 'The secret was used with a line end (CR LF) behind it.', TRIM),
    textKey('spaceBefore', ` ${secret}`, 'The secret was used with a space before it.', TRIM),
    textKey('quoted', `"${secret}"`, 'The secret was used with quotation marks around it.', AS_ISSUED),
    textKey('quotedOnce', `'${secret}'`, 'The secret was used with apostrophes around it.', AS_ISSUED),
    textKey('trimmed', secret.trim(), 'The secret was trimmed; white space belongs to it.', AS_ISSUED),
    textKey('lower', secret.toLowerCase(), 'The secret was written in small letters.', AS_ISSUED),
    textKey('upper', secret.toUpperCase(), 'The secret was written in capitals.', AS_ISSUED),
    textKey('empty', '', 'The key was empty.', 'Use the secret of the project.'),
  ]
  const ofOtherProjects = others.map((other) =>
    textKey(
      `project ${String(other.projectId)}`,
      other.secret,
      `It was made with the secret of project ${String(other.projectId)}.`,
      projectId === '' ? 'Use the secret of this project.' : `Use the secret of project ${projectId}.`,
    ),
  )
  const seen = new Set([String(encodeUtf8(secret))])
  const alone = rare.map((key) => ({ ...key, alone: true }) as const)
  return [...own, ...ofOtherProjects, ...alone].filter((key): key is CandidateKey => {
    if (key === null || seen.has(String(key.bytes))) return false
    seen.add(String(key.bytes))
    return true
  })
}

const textKey = (id: string, text: string, message: string, fix: string): CandidateKey => ({
  id,
  bytes: encodeUtf8(text),
  message,
  fix,
})

const bytesKey = (
  id: string,
  bytes: Uint8Array | undefined,
  message: string,
  fix: string,
): CandidateKey | null => (bytes === undefined || bytes.length === 0 ? null : { id, bytes, message, fix })

/** A longer text is not a project id. */
const MAX_PROJECT_ID_CHARS = 20

const PROJECT_PLACES = [['general', 'project_id'], ['project_id'], ['customer', 'project_id']]

const projectIdText = (root: JsonNode): string => {
  for (const path of PROJECT_PLACES) {
    const node = atPath(root, path)
    const text = node?.type === 'number' ? node.text : node?.type === 'string' ? node.value : ''
    if (text !== '') return text.length > MAX_PROJECT_ID_CHARS ? '' : text
  }
  return ''
}
