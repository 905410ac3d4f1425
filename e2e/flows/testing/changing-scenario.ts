import { PROJECT } from './flow-bench'

/** A scenario that changes whatever it can: the project, and the rules and the clock of the bench. */
export const changingScenario = (callbackUrl: string): string => `name: Changes much
given:
  project: { id: ${String(PROJECT.id)}, callbackUrl: "${callbackUrl}", switches: { lenientSignatures: true } }
  clock: frozen
  capture: [500, 200]
  faults:
    - { kind: duplicate, copies: 1, gap: 2 s, on: [result] }
steps:
  - sale: { as: order, amount: 1.00 EUR }
  - expect payment: { of: order, status: success }
`
