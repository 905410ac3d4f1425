import { accentColours } from '#domain/form/accent'
import { issuerPlace } from '#platform/form/visit/present'
import type { FormVisit } from '#platform/form/visit/visit'
import type { IssuerPlace } from '#domain/form/view'
import type { Project } from '#domain/project/project'
import { planFor } from '#domain/provider/outcome'
import { DECLINE_CARD, firstPage, sampleOpening, sampleVisit } from './sample-run'
import { MINUTE_MS } from '#lib/time/time'
import {
  type SceneTools,
  type Scenes,
  CHALLENGE_CARD,
  refusedText,
  lastCallback,
  statusResponseOf,
  onForm,
  FORM_DOES_NOT_OPEN,
} from './scene'

const DECLINED_PLAN = planFor({
  cardNumber: DECLINE_CARD,
  switches: { outcome: { mode: 'card' } },
  registersRecurring: false,
  threeDSecure: false,
})
const opensForm =
  (show: (visit: FormVisit, project: Project, tools: SceneTools) => string) =>
  (project: Project, tools: SceneTools): string => {
    const visit = sampleVisit(project, tools.world, tools.crypto)
    return visit === null ? FORM_DOES_NOT_OPEN : show(visit, project, tools)
  }

/** The result of opening the form with a changed request. */
const openingResult =
  (change: Parameters<typeof sampleOpening>[3]) =>
  (project: Project, { world, crypto }: SceneTools): string => {
    const opening = sampleOpening(project, world, crypto, change)
    return opening.ok ? 'HTTP 200\nThe form opens.' : refusedText(opening.error)
  }

const PLACES: Readonly<Record<IssuerPlace, string>> = {
  frame: 'The form shows the issuer’s page in a frame on its own page.',
  page: 'The form goes to the issuer’s page.',
  new_tab: 'The issuer’s page opens in a new tab.',
  parent: 'The form asks the merchant’s page to go to the issuer’s page.',
}

/** Samples for switches that affect the hosted form. */
export const FORM_SCENES = {
  threeDSecure: {
    title: 'Response to a status request after a customer paid on the form with a challenge card',
    example: 'off',
    needs: { outcome: { mode: 'card' }, formFailure: false },
    show: onForm(CHALLENGE_CARD, statusResponseOf),
  },
  embeddedThreeDSecure: {
    title: 'The issuer’s page on an embedded form',
    example: 'frame',
    needs: { formFailure: false },
    show: opensForm(
      ({ settings }, { switches }) => PLACES[issuerPlace({ ...settings, frameMode: 'embedded' }, switches)],
    ),
  },
  retries: {
    title: 'Last callback after a decline on the form',
    example: true,
    needs: { outcome: { mode: 'card' }, intermediateCallbacks: true, formFailure: false },
    show: onForm(DECLINE_CARD, lastCallback),
  },
  retryLimit: {
    title: 'A customer on the form who is declined each time and tries again',
    example: 3,
    needs: { outcome: { mode: 'card' }, retries: true, formFailure: false },
    show: onForm(DECLINE_CARD, (run) => {
      const lines: string[] = []
      for (;;) {
        const { attempts, account } = run.payment
        const result = attempts === null ? 'the payment is declined' : 'another attempt is offered'
        lines.push(`Attempt ${String(lines.length + 1)}: ${result}`)
        if (attempts === null) return lines.join('\n')
        run.do({
          type: 'startAttempt',
          requestId: 'request-2',
          account,
          supplied: {},
          plan: DECLINED_PLAN,
        })
      }
    }),
  },
  retryWindowMs: {
    title: 'Intermediate callback after a decline on the form',
    example: 2 * MINUTE_MS,
    needs: { outcome: { mode: 'card' }, retries: true, intermediateCallbacks: true, formFailure: false },
    show: onForm(DECLINE_CARD, lastCallback),
  },
  collectedFields: {
    title: 'What the first page of the form requests',
    example: [
      { path: 'customer.billing.country', required: true, shown: true },
      { path: 'customer.billing.city', required: false, shown: true },
    ],
    needs: { formFailure: false },
    show: opensForm((visit, project, { world }) => {
      const page = firstPage(visit, project, world)
      const fields =
        page.kind === 'details'
          ? page.fields
          : page.kind === 'card' && page.extra !== null
            ? [page.extra]
            : []
      return [
        page.kind === 'details' ? 'A page before the card:' : 'The card',
        ...fields.map(({ path, required }) => `${path}${required ? '' : ' (optional)'}`),
      ].join('\n')
    }),
  },
  accent: {
    title: 'Colours of the form',
    example: '#ffb000',
    show: (project) => {
      const colours = accentColours(project.switches.accent)
      return [
        `Buttons: ${colours['acc'] ?? ''}`,
        `Text: ${colours['acc-text'] ?? ''}, in the dark scheme ${colours['acc-text-dark'] ?? ''}`,
        `Background: ${colours['tint'] ?? ''}, in the dark scheme ${colours['tint-dark'] ?? ''}`,
      ].join('\n')
    },
  },
  guests: {
    title: 'Opening the form without customer_id',
    example: true,
    needs: { formFailure: false },
    show: openingResult({ without: 'customer_id' }),
  },
  saveCards: {
    title: 'The card page of the form',
    example: false,
    needs: { formFailure: false, collectedFields: [] },
    show: opensForm((visit, project, { world }) => {
      const page = firstPage(visit, project, world)
      return page.kind === 'card' && page.canSave
        ? 'The customer can have the card saved for the next payment.'
        : 'The customer is not asked about saving the card.'
    }),
  },
  strictBaseUrl: {
    title: 'Opening the form with an external baseUrl',
    example: true,
    needs: { formFailure: false },
    show: openingResult({ with: { baseUrl: 'https://elsewhere.example' } }),
  },
  formFailure: {
    title: 'Opening the form',
    example: true,
    show: openingResult({}),
  },
} satisfies Partial<Scenes>
