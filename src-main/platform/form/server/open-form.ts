import { NO_SUBJECT, type Subject } from '#core/exchange-record'
import type { HttpResponse } from '#lib/http-message/message'
import { notSignedVerdict } from '#core/verdict'
import type { Project } from '#domain/project/project'
import type { Handled } from '#platform/exchanges/recorder'
import type { FormVisit } from '#platform/form/visit/visit'

/** The form visit of a request. */
export interface OpenForm {
  readonly visit: FormVisit
  readonly project: Project
  /** The revision that the page shows; null if the request does not name it. */
  readonly rev: string | null
}

/** Returns the project and the payment of a form visit, for the records of its requests. */
export function subjectOf({ visit }: Pick<OpenForm, 'visit'>): Subject {
  return {
    projectId: visit.settings.projectId,
    paymentKey: visit.paymentKey,
    paymentId: visit.settings.paymentId,
  }
}

/** Builds the recorded result of a request from the form's page. */
export function handledForPage(
  response: HttpResponse,
  subject: Subject = NO_SUBJECT,
  note: string | null = null,
): Handled {
  return {
    response,
    error: null,
    verdict: notSignedVerdict(
      'Requests of the form page carry no signature: the visit follows from the signed opening.',
    ),
    subject,
    note,
  }
}
