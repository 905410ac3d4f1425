import { z } from 'zod'
import { BESIDE, MAX_SCENARIO_STEPS, scenarioHead, VERBS } from './scenario-shape'
import type { Row } from './row'

/**
 * The language as a JSON Schema (draft 2020-12), made of the table that the parser reads. Editors complete and explain
 * by it: `# yaml-language-server: $schema=…`.
 */
export function scenarioSchema(): Readonly<Record<string, unknown>> {
  const head = schemaOf(scenarioHead)
  const steps = {
    type: 'array',
    minItems: 1,
    maxItems: MAX_SCENARIO_STEPS,
    description: 'What happens, one step after the other.',
    items: {
      anyOf: [
        { const: 'until idle', description: VERBS.until.does },
        ...Object.entries<Row>(VERBS).map(([verb, row]) => stepSchema(verb, row)),
      ],
    },
  }
  const { properties, required, ...rest } = head
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Paybench scenario',
    ...rest,
    properties: { ...(properties as object), steps },
    required: [...(required as readonly string[]), 'steps'],
  }
}

function stepSchema(
  verb: string,
  { shape, does, example, answered }: Row,
): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    description: does,
    properties: {
      [verb]: { description: `${does} Example: \`${verb}: ${example}\``, ...schemaOf(shape) },
      ...(answered ? { expect: schemaOf(BESIDE.expect) } : {}),
      note: schemaOf(BESIDE.note),
    },
    required: [verb],
    additionalProperties: false,
  }
}

function schemaOf(shape: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return schema
}
