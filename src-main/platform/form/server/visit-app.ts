import type { FormStock } from '#platform/form/visit/visit'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { DEFAULT_LANGUAGE } from '#domain/form/languages'
import { CLOCK_HEADER } from '#domain/form/wire'
import type { Handled } from '#platform/exchanges/recorder'
import { renderErrorPage } from '#platform/form/pages/document'
import { FORM_STRINGS } from '#platform/form/strings/index'
import type { ActionOutcome } from '#platform/form/actions/confirm'
import { FORM_ACTIONS } from '#platform/form/actions/form-actions'
import type { FormPages } from './form-pages'
import {
  browserOf,
  emptyResponse,
  handledForPage,
  htmlResponse,
  type OpenForm,
  pageResponse,
  subjectOf,
} from './responses'
import type { VisitIssuer } from './issuer-app'
import { keepableText } from '#domain/card/mask-text'
import { ownMember } from '#lib/own-member'

const MAX_NAMED = 20

const noteOf = (sentences: readonly string[]): string | null => sentences.join(' ') || null

/** Handles the requests below the path of a form visit (src-main/domain/form/wire.ts). */
export function createVisitApp(form: FormStock, pages: FormPages, issuer: VisitIssuer) {
  const { visits, projects, clock, randomHex, styles } = form
  const find = (id: string, query: string): OpenForm | null => {
    const visit = visits.find(id)
    const project = visit === null ? null : projects.byId(visit.settings.projectId)
    const rev = new URLSearchParams(query).get('rev')
    return visit === null || project === null ? null : { visit, project, rev }
  }

  /** Responds with the visit in `outcome`, because it has the payment that the action may have registered. */
  const respond = ({ visit, project, rev }: OpenForm, outcome: ActionOutcome): Handled => {
    const ignored = (outcome.ignored ?? [])
      .slice(0, MAX_NAMED)
      .map(({ field, message }) => keepableText(`Ignored ${field}: ${message}`))
    if (outcome.ok) {
      const update = pages.update(outcome.visit, project, rev)
      const response = update === null ? emptyResponse(204) : pageResponse(200, update)
      return handledForPage(response, subjectOf(outcome), noteOf(ignored))
    }
    const { problems, refusal } = outcome
    const strings = FORM_STRINGS[visit.settings.language]
    const message = refusal === null ? strings.problemsTitle(problems.length) : strings.error.sentences[400]
    const reason = refusal === null ? [] : [`${refusal.code}: ${refusal.message}`]
    const note = noteOf([...reason, ...ignored])
    return handledForPage(pageResponse(422, { problems, message }), subjectOf({ visit }), note)
  }

  const refuse = ({ visit }: OpenForm, reason: string): Handled => {
    const message = FORM_STRINGS[visit.settings.language].error.sentences[400]
    return handledForPage(pageResponse(422, { problems: [], message }), subjectOf({ visit }), reason)
  }

  const errorPage = (status: number, code: string, message: string): Handled => {
    const nonce = randomHex(32)
    const html = renderErrorPage({
      language: DEFAULT_LANGUAGE,
      theme: 'light',
      styles,
      nonce,
      status,
      code,
      message,
      errors: [],
      description: { status: 'error', code, message },
      requestId: '',
      framed: false,
    })
    return handledForPage(htmlResponse(status, html, nonce))
  }

  return {
    poll(id: string, query: string): HttpResponse {
      const open = find(id, query)
      if (open === null) return refusalForPage(404)
      const update = pages.update(open.visit, open.project, open.rev)
      if (update !== null) return pageResponse(200, update)
      return emptyResponse(204, [[CLOCK_HEADER, `${String(clock.now())} ${String(clock.rate)}`]])
    },
    handle(request: IntakeRequest, id: string, path: string, query: string): Handled {
      const open = find(id, query)
      if (open === null) {
        return request.method === 'GET' ? errorPage(404, '3061', GONE) : handledForPage(refusalForPage(404))
      }
      const action = ownMember(FORM_ACTIONS, path)
      const allowed = action === undefined ? ownMember(PAGES, path) : ['POST']
      if (allowed === undefined) return handledForPage(emptyResponse(404), subjectOf(open))
      if (!allowed.includes(request.method)) {
        return handledForPage(emptyResponse(405, [['Allow', allowed.join(', ')]]), subjectOf(open))
      }
      if (request.method === 'GET') {
        return path === '/issuer'
          ? issuer.show(open, query)
          : handledForPage(pages.whole(open.visit, open.project, request), subjectOf(open))
      }
      if (request.tooLarge) return refuse(open, 'The body is larger than 1 MiB.')
      if (action === undefined) return issuer.respond(request, open, query)
      const outcome = action({ ...open, form, request, browser: browserOf(request) })
      return typeof outcome === 'string' ? refuse(open, outcome) : respond(open, outcome)
    },
    /** For use after a failure of the platform, so it does not read the store. */
    failed: (): Handled => errorPage(500, '501', FAILED),
    /** Like `failed`, for requests from the page's script, which shows the error to the customer. */
    failedAction: (): Handled => handledForPage(refusalForPage(500)),
  }
}

/** Methods of the pages below a visit. Polls are handled earlier. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '': ['GET'],
  '/view': ['GET'],
  '/issuer': ['GET', 'POST'],
}

const GONE =
  'This form is no longer open: Paybench was reset, or the address is wrong. Open the form again from the shop.'

const FAILED = 'The platform could not render this page. The log of Paybench says why. Reload the page.'

function refusalForPage(status: 404 | 500): HttpResponse {
  return pageResponse(status, {
    problems: [],
    message: FORM_STRINGS[DEFAULT_LANGUAGE].error.sentences[status],
  })
}
