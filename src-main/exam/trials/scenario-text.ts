import { stringify } from 'yaml'
import type { Merchant } from '#exam/setup/exam-setup'
import type { Trial } from './trial'

/** Name of the environment variable with the secret of the merchant's project. */
export const SECRET_VARIABLE = 'PAYBENCH_PROJECT_SECRET'

/**
 * Writes the scenario that repeats a trial at this merchant, as YAML for `paybench run`. It does not contain the
 * secret.
 */
export function scenarioText(trial: Trial, merchant: Merchant): string {
  const scenario = {
    name: trial.name,
    tags: ['exam'],
    variables: { secret: { env: SECRET_VARIABLE, secret: true } },
    given: {
      clock: 'live',
      project: {
        id: merchant.projectId,
        secret: '${secret}',
        callbackUrl: merchant.callbackUrl,
        // Trials share the project, so each sets the switches that another one may have changed.
        switches: { partialApproval: false, statusSignature: 'valid', ...trial.switches },
      },
      ...(trial.faults === undefined ? {} : { faults: trial.faults }),
    },
    steps: trial.steps(merchant).map(({ step }) => step),
  }
  return stringify(scenario, { lineWidth: 110, aliasDuplicateObjects: false })
}
