/** The project switches that concern the form; their effects are tested apart from those of the API. */
export const FORM_SWITCHES = [
  'threeDSecure',
  'retries',
  'retryLimit',
  'retryWindowMs',
  'intermediateCallbacks',
  'collectedFields',
  'saveCards',
  'strictBaseUrl',
  'formFailure',
] as const

export type FormSwitch = (typeof FORM_SWITCHES)[number]
