import { findField } from '#domain/clarification/catalogue'
import { BANK_ID, banksFor } from '#domain/method/banks'
import { findMethod } from '#domain/method/method'
import type { Method } from '#domain/project/method-shape'
import type { Members } from '#lib/json/node'
import type { RunContext } from '#scenarios/running/context'
import { editedBody } from '#scenarios/running/texts'

/** For parameters that the catalogue of fields lacks. */
const BY_TYPE = {
  string: '5501234',
  integer: 41,
  boolean: true,
  object: { positions: [{ amount: 4650 }] },
} as const

/** {@link sampleContent} for a method of the run's project. */
export async function methodContent(run: RunContext, path: string, given: Members): Promise<Members> {
  const { items } = await run.bench.call('projects.list', {})
  const project = items.find(({ projectId }) => projectId === run.projectId)
  return sampleContent(findMethod(path, project?.switches.ownMethods ?? []), given)
}

/**
 * The content of a sale by a method besides `general`: `given`, and sample values for the strict and required
 * parameters that it lacks (contract 16.2, 16.3). `method`: null for an unknown one, which has no parameters.
 */
export function sampleContent(method: Method | null, given: Members): Members {
  const needed = method?.operations.sale?.parameters.filter(({ need }) => need !== 'optional') ?? []
  const samples = needed.reduce<Members>(
    (body, { name, type }) => editedBody(body, membersAt(name, findField(name)?.sample ?? BY_TYPE[type])),
    {},
  )
  const body = editedBody(samples, given)
  if (method === null || !needed.some(({ name }) => name === BANK_ID)) return body
  const [bank] = banksFor(method, 'sale', body)
  return bank === undefined ? body : editedBody(body, membersAt(BANK_ID, bank.id))
}

/** `account.number` as nested objects. */
function membersAt(path: string, value: unknown): Members {
  const [last = '', ...outer] = path.split('.').reverse()
  return outer.reduce<Members>((inner, key) => ({ [key]: inner }), { [last]: value })
}
