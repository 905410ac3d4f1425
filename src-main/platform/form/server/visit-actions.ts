import type { z } from 'zod'
import type { IntakeRequest } from '#lib/http-message/message'
import { keepableText } from '#domain/card/kept-text'
import { parseJsonBytes } from '#lib/json/parse'
import { LIMITS } from '#lib/limits/limit-table'
import { readShape } from '#protocol/read-shape'
import type { Handled } from '#platform/exchanges/recorder'
import type { ActionOutcome } from '#platform/form/actions/action-outcome'
import type { FormActions } from '#platform/form/actions/form-actions'
import {
  clarificationBody,
  confirmBody,
  detailsBody,
  emptyBody,
  removeCardBody,
} from '#platform/form/actions/request-bodies'
import { FORM_STRINGS } from '#platform/form/strings/index'
import type { FormPages } from './form-pages'
import { handledForPage, type OpenForm, subjectOf } from './open-form'
import { emptyResponse, pageResponse } from './responses'
import { browserOf } from './request-headers'

/** Handles the requests with which the form's page carries out the customer's actions. */
export interface VisitActions {
  post(request: IntakeRequest, open: OpenForm, path: ActionPath): Handled
  refuse(open: OpenForm, reason: string): Handled
}

/** Paths of the actions, below the path of the form visit. */
export const ACTION_PATHS = [
  '/details',
  '/confirm',
  '/clarification',
  '/retry',
  '/give-up',
  '/cards/remove',
] as const
export type ActionPath = (typeof ACTION_PATHS)[number]

/** Most ignored values of the merchant's page that a note names. */
const MAX_NAMED = 20

/** Creates the actions that the customer's page sends, one path each: {@link ACTION_PATHS}. */
export function createVisitActions(options: {
  readonly actions: FormActions
  readonly pages: FormPages
  readonly sha256Hex: (bytes: Uint8Array) => string
}): VisitActions {
  const { actions, pages, sha256Hex } = options

  /** Builds the recorded result of an action. The action may have just registered the payment. */
  const respond = ({ visit, project, rev }: OpenForm, outcome: ActionOutcome): Handled => {
    const ignored = (outcome.ignored ?? [])
      .slice(0, MAX_NAMED)
      .map(({ field, message }) => keepableText(`Not taken: ${field}. ${message}`))
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

  /** Checks the body by its schema and carries out the action. */
  const act = <Body>(
    open: OpenForm,
    request: IntakeRequest,
    schema: z.ZodType<Body>,
    action: (body: Body) => ActionOutcome,
  ): Handled => {
    const json = parseJsonBytes(request.body, LIMITS.requestValues)
    if (!json.ok) return refuse(open, json.message)
    const body = readShape(schema, json.plain)
    if (body.success) return respond(open, action(body.data))
    const issues = body.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    return refuse(open, issues.join('; '))
  }

  return {
    refuse,
    post(request, open, path) {
      const { visit, project } = open
      switch (path) {
        case '/details':
          return act(open, request, detailsBody, ({ fields }) => actions.details(visit, project, fields))
        case '/confirm':
          return act(open, request, confirmBody, (body) =>
            actions.confirm(visit, project, body, browserOf(request)),
          )
        case '/clarification':
          return act(open, request, clarificationBody, ({ fields }) =>
            actions.clarify(visit, project, fields, sha256Hex(request.body)),
          )
        case '/retry':
          return act(open, request, emptyBody, () => actions.retry(visit))
        case '/give-up':
          return act(open, request, emptyBody, () => actions.giveUp(visit, project))
        case '/cards/remove':
          return act(open, request, removeCardBody, ({ id }) => actions.removeCard(visit, project, id))
      }
    },
  }
}

function noteOf(sentences: readonly string[]): string | null {
  return sentences.length === 0 ? null : sentences.join(' ')
}
