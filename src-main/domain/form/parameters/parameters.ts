import { CUSTOMER_PARAMETERS } from './customer-parameters'
import { IDENTIFICATION_PARAMETERS } from './identification-parameters'
import { LOOK_PARAMETERS } from './look-parameters'
import { METHOD_PARAMETERS } from './method-parameters'
import { ORDER_PARAMETERS, TRANSFER_PARAMETERS } from './order-parameters'
import type { FormParameter } from './parameter'
import { RETURN_PARAMETERS } from './return-parameters'

/** Every parameter with which the form can be opened (contract 7.3), in the order in which it is offered. */
export const FORM_PARAMETERS: readonly FormParameter[] = [
  ...IDENTIFICATION_PARAMETERS,
  ...CUSTOMER_PARAMETERS,
  ...ORDER_PARAMETERS,
  ...TRANSFER_PARAMETERS,
  ...METHOD_PARAMETERS,
  ...LOOK_PARAMETERS,
  ...RETURN_PARAMETERS,
]

const BY_NAME: ReadonlyMap<string, FormParameter> = new Map(
  FORM_PARAMETERS.map((parameter) => [parameter.name, parameter]),
)

/** The row of a parameter; null for a name that the form does not know. */
export function findParameter(name: string): FormParameter | null {
  return BY_NAME.get(name) ?? null
}

/** Whether a top-level name is left out of the string to sign (contract 2.6). */
export function isUnsigned(name: string): boolean {
  return name === 'signature' || name === 'frame_mode' || name.startsWith('_')
}
