import type { z } from 'zod'

/** What a step changes beyond its own payments. `waiting`: it advances a frozen clock while it waits. */
export type Moved = 'clock mode' | 'time' | 'waiting' | 'fault rules' | 'response rules'

/** A verb of the language. Parser, schema and guide are derived from it. */
export interface Row<Shape extends z.ZodType = z.ZodType> {
  readonly shape: Shape
  readonly does: string
  /** The value of the verb in a sample, as YAML. */
  readonly example: string
  readonly group: 'merchant' | 'customer' | 'bench' | 'expectation'
  /** Whether the step gets a response that its `expect` can inspect. */
  readonly answered: boolean
  readonly moves: readonly Moved[]
  /** The members that can hold addresses to which messages go. */
  readonly addresses: readonly string[]
}

/** See {@link Row} for the members. */
export const row = <Shape extends z.ZodType>(
  group: Row['group'],
  does: string,
  example: string,
  shape: Shape,
  {
    answered = false,
    moves = [],
    addresses = [],
  }: Partial<Pick<Row, 'answered' | 'moves' | 'addresses'>> = {},
): Row<Shape> => ({ shape, does, example, group, answered, moves, addresses })
