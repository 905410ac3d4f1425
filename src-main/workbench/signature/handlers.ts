import { invalidParam } from '#core/errors'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { signatureOf } from '#domain/signature/sign'
import { parseJson } from '#lib/json/parse'
import type { Handlers } from '#protocol/methods'
import type { BenchContext } from '#workbench/payment-engine'
import { explainSignature } from './explain'
import { signable } from './messages'

/** Methods that sign messages and explain signatures (contract 2). */
export function signatureHandlers(context: BenchContext) {
  const { projects, ports } = context
  return {
    'signature.sign': ({ body, projectId, secret }) => {
      const json = signable(parseJson(body))
      if (!json.ok) throw invalidParam('body', json.message)
      const canonical = canonicalise(json.root, dialects.REF, 'api')
      if (!canonical.ok) throw invalidParam('body', canonical.failure)
      return {
        canonical: canonical.text,
        signature: signatureOf(canonical.text, secret ?? projects.find(projectId).secret, ports.crypto),
      }
    },
    'signature.explain': (params) => explainSignature(context, params),
  } satisfies Partial<Handlers>
}
