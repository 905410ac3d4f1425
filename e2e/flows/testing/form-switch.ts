/** The project switches that concern the form; their effects are tested apart from those of the API. */
export const FORM_SWITCHES = [
  'threeDSecure',
  'embeddedThreeDSecure',
  'retries',
  'retryLimit',
  'retryWindowMs',
  'intermediateCallbacks',
  'collectedFields',
  'guests',
  'saveCards',
  'strictBaseUrl',
  'formFailure',
] as const

export type FormSwitch = (typeof FORM_SWITCHES)[number]
