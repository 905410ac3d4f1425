import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import type { Projects } from '#core/projects'
import { DEFAULT_LANGUAGE } from '#domain/form/languages'
import { CLOCK_HEADER } from '#domain/form/wire'
import type { Handled } from '#platform/exchanges/recorder'
import { renderErrorPage } from '#platform/form/pages/error-page'
import type { FormVisits } from '#platform/form/visit/visits'
import { FORM_STRINGS } from '#platform/form/strings/index'
import type { FormPages } from './form-pages'
import { handledForPage, type OpenForm, subjectOf } from './open-form'
import { emptyResponse, htmlResponse, pageResponse } from './responses'
import { ACTION_PATHS, type ActionPath, type VisitActions } from './visit-actions'
import type { FormAssets } from '#platform/form/pages/assets'
import type { VisitIssuer } from './visit-issuer'

/** Handles the requests below the path of a form visit (src-main/domain/form/wire.ts). */
export interface VisitApp {
  /** Responds to a page that asks whether it shows the present state. */
  poll(id: string, query: string): HttpResponse
  handle(request: IntakeRequest, id: string, path: string, query: string): Handled
  /** Responds with an error page after a failure of the platform. Does not read the store. */
  failed(): Handled
  /** Responds to the page's script after a failure of the platform. The script shows the error to the customer. */
  failedAction(): Handled
}

/** Creates the handling of requests of open forms. */
export function createVisitApp(options: {
  readonly visits: FormVisits
  readonly actions: VisitActions
  readonly issuer: VisitIssuer
  readonly pages: FormPages
  readonly projects: Projects
  readonly randomHex: (digits: number) => string
  readonly assets: FormAssets
}): VisitApp {
  const { visits, actions, issuer, pages, projects, randomHex, assets } = options

  const find = (id: string, query: string): OpenForm | null => {
    const visit = visits.find(id)
    const project = visit === null ? null : projects.byId(visit.settings.projectId)
    const rev = new URLSearchParams(query).get('rev')
    return visit === null || project === null ? null : { visit, project, rev }
  }

  const errorPage = (status: number, code: string, message: string): Handled => {
    const nonce = randomHex(32)
    return handledForPage(htmlResponse(status, renderError(status, code, message, nonce, assets), nonce))
  }

  return {
    poll(id, query) {
      const open = find(id, query)
      if (open === null) return refusalForPage(404)
      const update = pages.update(open.visit, open.project, open.rev)
      if (update !== null) return pageResponse(200, update)
      const { now, rate } = pages.time()
      return emptyResponse(204, [[CLOCK_HEADER, `${String(now)} ${String(rate)}`]])
    },
    handle(request, id, path, query) {
      const open = find(id, query)
      if (open === null) {
        return request.method === 'GET' ? errorPage(404, '3061', GONE) : handledForPage(refusalForPage(404))
      }
      const allowed = METHODS.get(path)
      if (allowed === undefined) return handledForPage(emptyResponse(404), subjectOf(open))
      if (!allowed.some((method) => method === request.method)) {
        return handledForPage(emptyResponse(405, [['Allow', allowed.join(', ')]]), subjectOf(open))
      }
      if (request.method === 'GET') {
        return path === '/issuer'
          ? issuer.show(open, query)
          : handledForPage(pages.whole(open.visit, open.project), subjectOf(open))
      }
      if (request.tooLarge) return actions.refuse(open, 'The body is larger than 1 MiB.')
      if (path === '/issuer') return issuer.respond(request, open, query)
      return isAction(path)
        ? actions.post(request, open, path)
        : handledForPage(emptyResponse(404), subjectOf(open))
    },
    failed: () => errorPage(500, '501', FAILED),
    failedAction: () => handledForPage(refusalForPage(500)),
  }
}

/** The paths below a visit with their methods. Polls are handled before. */
const METHODS = new Map<string, readonly ('GET' | 'POST')[]>([
  ['', ['GET']],
  ['/view', ['GET']],
  ['/issuer', ['GET', 'POST']],
  ...ACTION_PATHS.map((path) => [path, ['POST']] as const),
])

const isAction = (path: string): path is ActionPath => ACTION_PATHS.some((action) => action === path)

/** The visit was removed or never existed. */
const GONE =
  'This form is no longer open: the bench was reset, or the address is wrong. Open the form again from the shop.'

const FAILED = 'The platform could not make this page. The log of the bench shows the error. Reload the page.'

/** Renders the error page for a visit that cannot be read, so that its language is unknown. */
function renderError(
  status: number,
  code: string,
  message: string,
  nonce: string,
  assets: FormAssets,
): string {
  return renderErrorPage({
    language: DEFAULT_LANGUAGE,
    status,
    code,
    message,
    errors: [],
    description: { status: 'error', code, message },
    requestId: '',
    framed: false,
    theme: 'light',
    assets,
    nonce,
  })
}

/** Builds the error for the script of a page whose visit cannot be read, so that its language is unknown. */
function refusalForPage(status: 404 | 500): HttpResponse {
  return pageResponse(status, {
    problems: [],
    message: FORM_STRINGS[DEFAULT_LANGUAGE].error.sentences[status],
  })
}
