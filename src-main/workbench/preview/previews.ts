import { BenchError } from '../../protocol/bench-error'
import type {
  CheckSubmitChoice,
  FormParameters,
  PreviewCreated,
  PreviewMethod,
  PreviewMode,
  PreviewSigned,
} from '../../protocol/preview'
import { fromPlain } from '../../lib/json/node'
import type { Project } from '../../domain/project/project'
import { canonicalise } from '../../domain/signature/canonical'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import { dialects } from '../../domain/signature/dialects'
import { signatureOf } from '../../domain/signature/sign'
import { notFound } from '../../bench/errors'
import type { SelfAddresses } from '../../bench/ports'
import type { Projects } from '../../bench/projects'
import { PREVIEW_TARGET } from '../../merchant/shop/preview'
import type { Preview } from '../../merchant/shop/preview'

const MAX_KEPT = 50

export interface PreviewOptions {
  readonly projectId?: number | undefined
  readonly parameters: FormParameters
  readonly mode: PreviewMode
}

export interface OpeningOptions extends PreviewOptions {
  readonly method: PreviewMethod
  readonly css?: string | undefined
  readonly checkSubmit?: CheckSubmitChoice | undefined
}

/** Forms that the demo shop is to open, the last 50 of them, in memory. */
export interface Previews {
  /** Signs as `create` would and keeps nothing. */
  sign(wish: PreviewOptions): PreviewSigned
  /**
   * Signs and keeps a form for the shop's page.
   * @throws BenchError not_found for an unknown project, unavailable before the listeners are there.
   */
  create(wish: OpeningOptions): PreviewCreated
  get(id: string): Preview | null
}

export function createPreviews(options: {
  readonly projects: Projects
  readonly crypto: SignatureCrypto
  readonly addresses: () => SelfAddresses | null
  readonly randomHex: (digits: number) => string
  /** Virtual now, epoch milliseconds. */
  readonly now: () => number
}): Previews {
  const { projects, crypto, addresses, randomHex, now } = options
  const kept = new Map<string, Preview>()

  const projectFor = ({ projectId, parameters }: PreviewOptions): Project => {
    if (projectId === undefined) {
      return projects.byId(Number(parameters['project_id'])) ?? projects.defaultProject()
    }
    const project = projects.byId(projectId)
    if (project === null) throw notFound('project', String(projectId))
    return project
  }

  const signFor = (project: Project, wish: PreviewOptions): PreviewSigned => {
    const complete: FormParameters = {
      ...(Object.hasOwn(wish.parameters, 'project_id') ? {} : { project_id: project.projectId }),
      // A request for a token has no payment (contract 7.1).
      ...(Object.hasOwn(wish.parameters, 'payment_id') || wish.parameters['mode'] === 'card_tokenize'
        ? {}
        : { payment_id: `preview-${randomHex(10)}` }),
      ...modeParameters(wish.mode),
      ...wish.parameters,
    }
    const canonical = canonicalise(fromPlain(complete), dialects.REF, 'form')
    if (!canonical.ok) throw new BenchError('invalid_params', canonical.failure)
    const signature = signatureOf(canonical.text, project.secret, crypto)
    return { parameters: { signature, ...complete }, canonical: canonical.text, signature }
  }

  return {
    sign: (wish) => signFor(projectFor(wish), wish),
    create(wish) {
      const listening = addresses()
      if (listening === null) {
        throw new BenchError('unavailable', 'The demo shop is not there yet. Try again in a moment.')
      }
      const project = projectFor(wish)
      const signed = signFor(project, wish)
      const id = randomHex(16)
      kept.set(id, {
        id,
        projectId: project.projectId,
        parameters: signed.parameters,
        mode: wish.mode,
        method: wish.mode === 'tab' ? 'get' : wish.method,
        css: wish.mode === 'modal' ? (wish.css ?? '') : '',
        checkSubmit: wish.checkSubmit ?? 'resolve',
        createdAt: now(),
      })
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break
        kept.delete(oldest)
      }
      return { id, url: `${listening.merchant}/shop/preview/${id}`, ...signed }
    },
    get: (id) => kept.get(id) ?? null,
  }
}

/** What a merchant adds for the way of opening; the library sends it along, so it is signed (contract 8.4, 2.6). */
function modeParameters(mode: PreviewMode): FormParameters {
  switch (mode) {
    case 'modal':
      return {}
    case 'iframe':
    case 'embedded':
      return { target_element: PREVIEW_TARGET }
    case 'tab':
      return { redirect: 1 }
  }
}
