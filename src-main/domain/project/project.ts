import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import type { FieldGroup } from '#domain/clarification/requestable-field'
import type { ProjectId } from '#domain/ids'
import { SWITCHES, type SwitchName, type SwitchValue } from './switches'

export type ProjectSwitches = { readonly [Name in SwitchName]: SwitchValue<Name> }

export const DEFAULT_SWITCHES = Object.fromEntries(
  SWITCHES.map(({ name, control }) => [name, control.standard]),
) as ProjectSwitches

/** Merchant configuration (contract 1). The secret signs and verifies all messages of the project. */
export interface Project {
  readonly projectId: ProjectId
  readonly name: string
  readonly secret: string
  readonly callbackUrl: string | null
  readonly switches: ProjectSwitches
}

export function unnamedProject(projectId: ProjectId): string {
  return `Project ${String(projectId)}`
}

/** The mark of a shop: the first letter of its name. `language` determines how it is capitalised. */
export function shopMark(shopName: string, language: string): string {
  return Array.from(shopName.toLocaleUpperCase(language))[0] ?? ''
}

/** Replaces a project's secret in a session file without secrets. */
export const SECRET_LEFT_OUT = '(not in this session)'

/** Customers give up on longer forms. */
export const MAX_COLLECTED_FIELDS = 30

/** Groups that a customer can fill in before the payment; one-time codes, for example, are sent only later. */
const GROUPS: readonly FieldGroup[] = ['customer', 'billing', 'document', 'avs']

/** Paths of the customer data that a form can collect before the payment (contract 5.8, 7.4). */
export const COLLECTABLE_PATHS: readonly string[] = FIELD_CATALOGUE.filter(({ group }) =>
  GROUPS.includes(group),
).map(({ path }) => path)
