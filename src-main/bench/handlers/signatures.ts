import { BenchFault } from '../../contract/fault'
import type { Handlers } from '../../contract/methods'
import { parseJson } from '../../core/json/parse'
import type { JsonNode } from '../../core/json/node'
import { canonicalise } from '../../core/signature/canonical'
import { dialects } from '../../core/signature/dialects'
import { explainSignature } from '../../core/signature/explain'
import { signatureOf } from '../../core/signature/sign'
import { verdictOf } from '../api/verdict'
import type { BenchContext } from '../context'
import { notFound } from './faults'

type SignatureHandlers = Pick<Handlers, Extract<keyof Handlers, `signature.${string}`>>

/** Signing and explaining for people and scripts (contract 2). */
export function signatureHandlers(context: BenchContext): SignatureHandlers {
  const { projects, ports } = context

  const projectWith = (projectId: number | undefined, secret: string | undefined) => {
    const project = projectId === undefined ? projects.defaultProject() : projects.byId(projectId)
    if (project === null) throw notFound('project', String(projectId))
    return secret === undefined ? project : { ...project, secret }
  }

  const read = (body: string): JsonNode => {
    const json = parseJson(body)
    if (!json.ok) throw refused(json.message)
    if (json.root.type !== 'object' && json.root.type !== 'array') {
      throw refused('Only a JSON object or array can be signed.')
    }
    return json.root
  }

  return {
    'signature.sign': ({ body, projectId, secret }) => {
      const canonical = canonicalise(read(body), dialects.REF, 'api')
      if (!canonical.ok) throw refused(canonical.failure)
      const project = projectWith(projectId, secret)
      return {
        canonical: canonical.text,
        signature: signatureOf(canonical.text, project.secret, ports.crypto),
      }
    },
    'signature.explain': ({ body, projectId, secret, surface }) => {
      const root = read(body)
      const project = projectWith(projectId, secret)
      const where = surface ?? 'api'
      const explained = explainSignature({
        root,
        secret: project.secret,
        crypto: ports.crypto,
        surface: where,
      })
      const { canonical } = explained
      return {
        canonical: canonical.ok ? canonical.text : '',
        lines: canonical.ok ? canonical.lines.map(({ path, value, line }) => ({ path, value, line })) : [],
        expected: explained.expected ?? '',
        verdict: verdictOf({ root, project, crypto: ports.crypto, surface: where }),
        dialects: explained.dialects.map((verdict) => {
          const { name, explanation } = dialects[verdict.dialect]
          return {
            dialect: verdict.dialect,
            name,
            explanation,
            matches: verdict.matches,
            ...(verdict.ok
              ? { canonical: verdict.text, signature: verdict.signature }
              : { failure: verdict.failure }),
          }
        }),
      }
    },
  }
}

function refused(message: string): BenchFault {
  return new BenchFault('invalid_params', `body: ${message}`, [{ field: 'body', message }])
}
