import { encodeUtf8 } from '#lib/bytes/utf8'
import { contentPolicy } from '#lib/html/content-policy'
import type { FormRefusal, FormUpdate } from '#domain/form/wire'
import type { HeaderList, HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import type { BrowserRequest } from '#platform/form/visit/collect'
import { NO_SUBJECT, type Subject } from '#core/exchange-record'
import { notSignedVerdict } from '#core/verdict'
import type { Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import type { Handled } from '#platform/exchanges/recorder'
import type { FormVisit } from '#platform/form/visit/visit'

/** A form is submitted to the visit, to the visit with a redirect to the merchant, or by script to the merchant. */
type FormTargets = 'own' | 'returns' | 'posts'

/** Allows our scripts, requests and frames; any merchant may frame the form (7.1), so it has no `frame-ancestors`. */
function pagePolicy(nonce: string, targets: FormTargets): string {
  return contentPolicy({
    'default-src': [],
    'script-src': targets === 'posts' ? [`'nonce-${nonce}'`] : ["'self'", `'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'img-src': ['data:'],
    'connect-src': ["'self'"],
    'object-src': [],
    'frame-src': ["'self'"],
    'form-action': targets === 'own' ? ["'self'"] : ["'self'", 'http:', 'https:'],
    'base-uri': [],
  })
}

/** The browser must not cache the page, because its content changes. */
export function htmlResponse(
  status: number,
  html: string,
  nonce: string,
  targets: FormTargets = 'own',
): HttpResponse {
  return {
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', pagePolicy(nonce, targets)],
      ...PRIVATE,
      ['Referrer-Policy', 'same-origin'],
    ],
    body: encodeUtf8(html),
  }
}

export function pageResponse(status: number, body: FormUpdate | FormRefusal): HttpResponse {
  return jsonResponse(status, body, PRIVATE)
}

export function emptyResponse(status: number, headers: HeaderList = []): HttpResponse {
  return { status, headers: [...headers, ...PRIVATE], body: new Uint8Array() }
}

const PRIVATE: HeaderList = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
]

/** @param name in lower case */
export function headerOf(request: ReceivedRequest, name: string): string | null {
  return request.headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null
}

export function browserOf(request: ReceivedRequest): BrowserRequest {
  return {
    userAgent: headerOf(request, 'user-agent'),
    accept: headerOf(request, 'accept'),
    acceptLanguage: headerOf(request, 'accept-language'),
    remoteAddress: request.remoteAddress,
  }
}

export interface OpenForm {
  readonly visit: FormVisit
  readonly project: Project
  /** The revision that the page shows, if the request names it. */
  readonly rev: string | null
}

export function subjectOf({ visit }: Pick<OpenForm, 'visit'>): Subject {
  return {
    projectId: visit.settings.projectId,
    paymentKey: visit.paymentKey,
    paymentId: visit.settings.paymentId,
  }
}

/** @param why the request needs no signature, as a sentence */
export const handledUnsigned = (
  why: string,
  response: HttpResponse,
  subject: Subject = NO_SUBJECT,
  note: string | null = null,
): Handled => ({ response, error: null, verdict: notSignedVerdict(why), subject, note })

export const handledForPage = (response: HttpResponse, subject?: Subject, note?: string | null): Handled =>
  handledUnsigned(
    'Requests of the form page carry no signature: the visit began with a signed opening.',
    response,
    subject,
    note,
  )

/** A page of the issuer or provider, to which the merchant sent the customer of a payment; null if there is none. */
export const handledForCustomer = (
  response: HttpResponse,
  payment: Payment | null,
  note?: string | null,
): Handled =>
  handledUnsigned(
    'These requests come from the customer\u2019s browser and carry no signature.',
    response,
    payment === null
      ? NO_SUBJECT
      : { projectId: payment.projectId, paymentKey: payment.key, paymentId: payment.paymentId },
    note,
  )
