import { putNewest } from '#lib/limits/bounded-text'
import { invalidParam } from '#core/errors'
import { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import type { FormParameters, PreviewCreated, PreviewMode, PreviewSigned } from '#protocol/projects'
import { fromPlain } from '#lib/json/node'
import type { Project } from '#domain/project/project'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { signatureOf } from '#domain/signature/sign'
import type { BenchBase } from '#workbench/bench-base'
import { FORM_TARGET } from '#merchant/shop/checkout'
import type { Preview } from '#merchant/shop/responses'

const MAX_KEPT = 50

type PreviewOptions = ParsedParams<'preview.sign'>

/** The last 50 forms for the demo shop to open, kept in memory. */
export type Previews = ReturnType<typeof createPreviews>

export function createPreviews(
  base: Pick<BenchBase, 'projects' | 'crypto' | 'addresses' | 'randomHex' | 'now'>,
) {
  const { projects, crypto, addresses, randomHex, now } = base
  const kept = new Map<string, Preview>()

  const projectFor = ({ projectId, parameters }: PreviewOptions): Project =>
    (projectId === undefined ? projects.byId(Number(parameters['project_id'])) : null) ??
    projects.find(projectId)

  const signFor = (project: Project, request: PreviewOptions): PreviewSigned => {
    const complete: FormParameters = {
      ...(Object.hasOwn(request.parameters, 'project_id') ? {} : { project_id: project.projectId }),
      // A request for a token has no payment (contract 7.1).
      ...(Object.hasOwn(request.parameters, 'payment_id') || request.parameters['mode'] === 'card_tokenize'
        ? {}
        : { payment_id: `preview-${randomHex(10)}` }),
      ...MODE_PARAMETERS[request.mode],
      ...request.parameters,
    }
    const canonical = canonicalise(fromPlain(complete), dialects.REF, 'form')
    if (!canonical.ok) throw invalidParam('parameters', canonical.failure)
    const signature = signatureOf(canonical.text, project.secret, crypto)
    return { parameters: { signature, ...complete }, canonical: canonical.text, signature }
  }

  return {
    /** Signs like `create` but stores nothing. */
    sign: (request: PreviewOptions): PreviewSigned => signFor(projectFor(request), request),
    /**
     * Signs and stores a form for the shop's page.
     * @throws BenchError not_found for an unknown project, unavailable before the listeners are open
     */
    create(request: ParsedParams<'preview.create'>): PreviewCreated {
      const listening = addresses()
      if (listening === null) {
        throw new BenchError('unavailable', 'The demo shop is not ready yet. Try again in a moment.')
      }
      const project = projectFor(request)
      const signed = signFor(project, request)
      const id = randomHex(16)
      const preview: Preview = {
        id,
        projectId: project.projectId,
        parameters: signed.parameters,
        mode: request.mode,
        method: request.mode === 'tab' ? 'get' : request.method,
        css: request.mode === 'modal' ? (request.css ?? '') : '',
        checkSubmit: request.checkSubmit ?? 'resolve',
        createdAt: now(),
      }
      putNewest(kept, id, preview, MAX_KEPT)
      return { id, url: `${listening.merchant}/shop/preview/${id}`, ...signed }
    },
    get: (id: string): Preview | null => kept.get(id) ?? null,
  }
}

/** Parameters that a merchant adds for a mode. The library sends them, so they are signed (contract 8.4, 2.6). */
const MODE_PARAMETERS: Readonly<Record<PreviewMode, FormParameters>> = {
  modal: {},
  iframe: { target_element: FORM_TARGET },
  embedded: { target_element: FORM_TARGET },
  tab: { redirect: 1 },
}
