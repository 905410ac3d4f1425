import { LIMITS } from '../../../lib/limits/limit-table'
import type { z } from 'zod'
import { keepableText } from '../../../domain/card/kept-text'
import { DEFAULT_LANGUAGE } from '../../../domain/form/languages'
import { renderErrorPage } from '../pages/error-page'
import { renderIssuerDone, renderIssuerPage } from '../pages/issuer-page'
import { FORM_STRINGS } from '../strings'
import { CLOCK_HEADER } from '../../../domain/form/wire'
import { endOfPhone } from '../session/present'
import { returnFromIssuer } from '../pages/return-from-issuer'
import { sessionPath } from '../session/session'
import { shopNameOf } from '../shop-name'
import type { FormSession } from '../session/session'
import type { IssuerPlace } from '../../../domain/form/view'
import { parseJsonBytes } from '../../../lib/json/parse'
import type { Project } from '../../../domain/project/project'
import { NO_SUBJECT } from '../../../bench/exchange-record'
import type { Subject } from '../../../bench/exchange-record'
import type { Handled } from '../../exchanges/recorder'
import { notSignedVerdict } from '../../../bench/verdict'
import type { Ledger } from '../../payments/ledger'
import type { OutgoingReply, PlatformRequest } from '../../../bench/ports'
import type { Projects } from '../../../bench/projects'
import { clarificationBody, confirmBody, detailsBody, emptyBody, enteredCode, removeCardBody } from './bodies'
import type { ActionOutcome, FormActions } from './form-actions'
import type { FormPages } from './form-pages'
import { emptyAnswer, htmlAnswer, pageAnswer } from './replies'
import { browserOf } from './request-headers'
import type { FormSessions } from '../session/sessions'
import { FORM_SCRIPT_PATH } from './static-files'
import { readShape } from '../../../protocol/read-shape'

/** The traffic of an open form with the platform (core/form/wire). */
export interface SessionApp {
  /** A page asks whether it still shows what is. */
  poll(id: string, query: string): OutgoingReply
  handle(request: PlatformRequest, id: string, place: string, query: string): Handled
  /** A page at which the platform failed: an error page like that of an opening, without asking the store. */
  failed(): Handled
}

interface Open {
  readonly session: FormSession
  readonly project: Project
  /** What the page shows that asks; null where it does not say. */
  readonly rev: string | null
}

export function createSessionApp(options: {
  readonly sessions: FormSessions
  readonly actions: FormActions
  readonly pages: FormPages
  readonly projects: Projects
  readonly ledger: Ledger
  readonly sha256Hex: (bytes: Uint8Array) => string
  readonly randomHex: (digits: number) => string
  readonly css: string
}): SessionApp {
  const { sessions, actions, pages, projects, ledger, sha256Hex, randomHex, css } = options

  const find = (id: string, query: string): Open | null => {
    const session = sessions.find(id)
    const project = session === null ? null : projects.byId(session.settings.projectId)
    const rev = new URLSearchParams(query).get('rev')
    return session === null || project === null ? null : { session, project, rev }
  }

  const subjectOf = ({ session }: Pick<Open, 'session'>): Subject => ({
    projectId: session.settings.projectId,
    paymentKey: session.paymentKey,
    paymentId: session.settings.paymentId,
  })

  const kept = (
    reply: OutgoingReply,
    subject: Subject = NO_SUBJECT,
    note: string | null = null,
  ): Handled => ({
    reply,
    fault: null,
    verdict: notSignedVerdict(
      'Requests of the form page carry no signature: the session stands for the signed opening.',
    ),
    subject,
    note,
  })

  /** What an action came to, as the page is told; the session may have got its payment just now. */
  const tell = ({ session, project, rev }: Open, outcome: ActionOutcome): Handled => {
    const ignored = (outcome.ignored ?? [])
      .slice(0, MAX_NAMED)
      .map(({ field, message }) => keepableText(`Not taken: ${field}. ${message}`))
    if (outcome.ok) {
      const update = pages.update(outcome.session, project, rev)
      const reply = update === null ? emptyAnswer(204) : pageAnswer(200, update)
      return kept(reply, subjectOf(outcome), noteOf(ignored))
    }
    const { language } = session.settings
    const { problems, refusal } = outcome
    const strings = FORM_STRINGS[language]
    const message = refusal === null ? strings.problemsTitle(problems.length) : strings.error.sentences[400]
    return kept(
      pageAnswer(422, { problems, message }),
      subjectOf({ session }),
      noteOf([...(refusal === null ? [] : [`${refusal.code}: ${refusal.message}`]), ...ignored]),
    )
  }

  const unreadable = ({ session }: Open, reason: string): Handled =>
    kept(
      pageAnswer(422, {
        problems: [],
        message: FORM_STRINGS[session.settings.language].error.sentences[400],
      }),
      subjectOf({ session }),
      reason,
    )

  /** Reads the body by its schema and acts on it. */
  const acting = <Body>(
    open: Open,
    request: PlatformRequest,
    schema: z.ZodType<Body>,
    act: (body: Body) => ActionOutcome,
  ): Handled => {
    const json = parseJsonBytes(request.body, LIMITS.requestValues)
    if (!json.ok) return unreadable(open, json.message)
    const body = readShape(schema, json.plain)
    if (!body.success)
      return unreadable(
        open,
        body.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      )
    return tell(open, act(body.data))
  }

  const post = (request: PlatformRequest, open: Open, place: string): Handled | null => {
    const { session, project } = open
    switch (place) {
      case '/details':
        return acting(open, request, detailsBody, ({ fields }) => actions.details(session, project, fields))
      case '/confirm':
        return acting(open, request, confirmBody, (body) =>
          actions.confirm(session, project, body, browserOf(request)),
        )
      case '/clarification':
        return acting(open, request, clarificationBody, ({ fields }) =>
          actions.clarify(session, project, fields, sha256Hex(request.body)),
        )
      case '/retry':
        return acting(open, request, emptyBody, () => actions.retry(session))
      case '/give-up':
        return acting(open, request, emptyBody, () => actions.giveUp(session, project))
      case '/cards/remove':
        return acting(open, request, removeCardBody, ({ id }) => actions.removeCard(session, project, id))
      default:
        return null
    }
  }

  /** The page of the simulated issuer (contract 4.4). */
  const issuer = (open: Open, query: string): Handled => {
    const asked = placeOf(query)
    const place = asked === 'parent' ? 'page' : asked
    const { session, project } = open
    const payment = session.paymentKey === null ? null : ledger.upToDate(session.paymentKey)
    const { language, theme = 'light' } = session.settings
    const nonce = randomHex(32)
    const challenge = payment?.challenge ?? null
    const html =
      payment === null || challenge === null
        ? renderIssuerDone({ language, theme, place, base: sessionPath(session), css, nonce })
        : renderIssuerPage({
            language,
            theme,
            place,
            action: `${sessionPath(session)}/issuer?place=${asked}`,
            shopName: shopNameOf(project, language),
            sum: payment.requested,
            valid: challenge.valid,
            phoneEnd: endOfPhone(payment.customer.phone),
            css,
            nonce,
          })
    const targets = place === 'page' ? 'returns' : 'own'
    return kept(htmlAnswer(200, html, nonce, targets), subjectOf(open))
  }

  /** The issuer's page is a plain form, so that it works where scripts do not. */
  const answerIssuer = (request: PlatformRequest, open: Open, query: string): Handled => {
    const { session, project } = open
    const code = enteredCode(new URLSearchParams(Buffer.from(request.body).toString('utf8')))
    const place = placeOf(query)
    // The merchant's page has sent the customer here by a form, who has not done anything yet.
    if (code === undefined) return issuer(open, query)
    const outcome = actions.challenge(session, project, code, place)
    const after = { ...open, session: outcome.ok ? outcome.session : session }
    // In a frame or a tab of its own the form around it goes on by itself.
    return place === 'page' || place === 'parent'
      ? kept(emptyAnswer(303, [['Location', placeAfterIssuer(after)]]), subjectOf(after))
      : issuer(after, query)
  }

  const placeAfterIssuer = ({ session }: Open): string => {
    const payment = session.paymentKey === null ? null : ledger.upToDate(session.paymentKey)
    const url = payment === null ? null : returnFromIssuer(session.settings, payment)
    // Written out, so that every character may stand in a header.
    // Kept by an earlier version, it may be no address.
    return url === null || !URL.canParse(url) ? sessionPath(session) : new URL(url).href
  }

  return {
    poll(id, query) {
      const open = find(id, query)
      if (open === null) return goneForPage()
      const update = pages.update(open.session, open.project, open.rev)
      if (update !== null) return pageAnswer(200, update)
      const { now, rate } = pages.time()
      return emptyAnswer(204, [[CLOCK_HEADER, `${String(now)} ${String(rate)}`]])
    },
    handle(request, id, place, query) {
      const open = find(id, query)
      if (open === null) {
        const nonce = randomHex(32)
        return request.method === 'GET'
          ? kept(htmlAnswer(404, errorPage(404, '3061', GONE, nonce, css), nonce))
          : kept(goneForPage())
      }
      const allowed = METHODS.get(place)
      if (allowed === undefined) return kept(emptyAnswer(404), subjectOf(open))
      if (!allowed.some((method) => method === request.method)) {
        return kept(emptyAnswer(405, [['Allow', allowed.join(', ')]]), subjectOf(open))
      }
      if (request.method === 'GET') {
        return place === '/issuer'
          ? issuer(open, query)
          : kept(pages.whole(open.session, open.project), subjectOf(open))
      }
      if (request.tooLarge) return unreadable(open, 'The body is larger than 1 MiB.')
      const answered = place === '/issuer' ? answerIssuer(request, open, query) : post(request, open, place)
      return answered ?? kept(emptyAnswer(404), subjectOf(open))
    },
    failed() {
      const nonce = randomHex(32)
      return kept(htmlAnswer(500, errorPage(500, '501', FAILED, nonce, css), nonce))
    },
  }
}

/** What may be done at the places of a session; the poll is answered before it comes here. */
const METHODS: ReadonlyMap<string, readonly ('GET' | 'POST')[]> = new Map([
  ['', ['GET']],
  ['/view', ['GET']],
  ['/issuer', ['GET', 'POST']],
  ['/details', ['POST']],
  ['/confirm', ['POST']],
  ['/clarification', ['POST']],
  ['/retry', ['POST']],
  ['/give-up', ['POST']],
  ['/cards/remove', ['POST']],
])

/** The address of a session that was removed, or never was. */
const GONE = 'This form is not open any more: the bench was reset, or the address is wrong. Open it anew.'

const FAILED =
  'The platform failed while it made this page; the log of the bench says why. Load the page again.'

/** In place of a page whose session cannot be read, so that its language is not known. */
function errorPage(status: number, code: string, message: string, nonce: string, css: string): string {
  return renderErrorPage({
    language: DEFAULT_LANGUAGE,
    status,
    code,
    message,
    errors: [],
    description: JSON.stringify({ status: 'error', code, message }),
    requestId: '',
    framed: false,
    theme: 'light',
    css,
    nonce,
    script: FORM_SCRIPT_PATH,
  })
}

function goneForPage(): OutgoingReply {
  return pageAnswer(404, { problems: [], message: FORM_STRINGS[DEFAULT_LANGUAGE].error.sentences[404] })
}

/** Of what the merchant's page gave and was not taken, so many are named. */
const MAX_NAMED = 20

function noteOf(sentences: readonly string[]): string | null {
  return sentences.length === 0 ? null : sentences.join(' ')
}

function placeOf(query: string): IssuerPlace {
  const place = new URLSearchParams(query).get('place')
  return place === 'page' || place === 'new_tab' || place === 'parent' ? place : 'frame'
}
