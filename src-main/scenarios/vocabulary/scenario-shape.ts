import { z } from 'zod'
import { answers, BENCH_STEPS, clock, fault } from './bench-steps'
import { EXPECTATIONS, note, responseShape } from './expectations'
import { members, text } from './fields'
import { MERCHANT_STEPS } from './merchant-steps'
import type { Row } from './row'

/** Every verb, in the order of the guide. */
export const VERBS = { ...MERCHANT_STEPS, ...BENCH_STEPS, ...EXPECTATIONS } as const
export type Verb = keyof typeof VERBS
export type ArgsOf<V extends Verb> = z.output<(typeof VERBS)[V]['shape']>

export const isVerb = (word: string): word is Verb => Object.hasOwn(VERBS, word)

export const BESIDE = {
  expect: responseShape.describe('What the response of this step must be like.'),
  note,
} as const
export type ResponsePattern = z.output<typeof responseShape>

const projectId = z.union([z.int().min(1), text.regex(/^\d+$|\$\{/)], 'must be the number of a project')

const given = z
  .strictObject({
    project: z
      .strictObject({
        id: projectId.describe(
          'An existing project, for a merchant that knows its secret. If omitted, the scenario has its own project.',
        ),
        secret: text
          .regex(/^\$\{[A-Za-z]\w*\}$/, 'must be a variable, such as ${secret}: a file must hold no secret')
          .describe('The secret of that project, as a variable.'),
        switches: members.describe('Switches of the project (docs/automation.md).'),
        callbackUrl: z
          .union(
            [z.enum(['capture', 'none']), text.regex(/^https?:\/\/|\$\{/)],
            'must be capture, none, or an http or https address',
          )
          .describe(
            'Where callbacks go: `capture` (the capture server, the default), `none`, or the merchant’s own address.',
          ),
      })
      .partial(),
    clock,
    capture: answers,
    faults: z.array(fault).max(50),
  })
  .partial()

const VARIABLE_NAME = /^[A-Za-z]\w{0,59}$/
const variable = z.union(
  [
    z.string(),
    z.number(),
    z.boolean(),
    z
      .strictObject({
        env: text.describe('Name of the environment variable that has the value.'),
        secret: z.boolean().describe('Never shown in a report.'),
        default: text,
      })
      .partial(),
  ],
  'must be text, a number, or a map with env, secret and default',
)

/** A scenario with more steps is refused. */
export const MAX_SCENARIO_STEPS = 500

/** Everything in a file except its steps. */
export const scenarioHead = z
  .strictObject({
    name: text.min(1, 'must not be empty').max(200).describe('One line: what the scenario shows.'),
    about: text
      .max(5000)
      .describe('What people should know about it, such as where the rule is documented.')
      .optional(),
    tags: z
      .array(
        z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be lower-case letters, digits, - and _'),
        'must be a list of words',
      )
      .max(20)
      .describe('Words by which `--only` selects scenarios.')
      .optional(),
    variables: z
      .record(z.string().regex(VARIABLE_NAME), variable, 'must be a map of names and values')
      .describe('Values from the command line (`--var`) or the environment, with their defaults.')
      .optional(),
    given: given.optional(),
  })
  .superRefine((head, { addIssue }) => {
    const ofProject = secretOfProject(head)
    for (const [name, said] of Object.entries(head.variables ?? {})) {
      const isMap = typeof said === 'object'
      const isSecret = name === ofProject || (isMap && said.secret === true)
      if (!isSecret || (isMap && said.default === undefined)) continue
      addIssue({
        code: 'custom',
        path: ['variables', name, ...(isMap ? ['default'] : [])],
        message:
          'is in the file, which may not contain a secret. Remove it, and supply it with --var or in the environment.',
      })
    }
  })
export type ScenarioHead = z.output<typeof scenarioHead>

/** The variable that holds the secret of the project. It is secret even if the file does not say so. */
export function secretOfProject({
  given: setup,
}: {
  readonly given?: z.output<typeof given> | undefined
}): string | undefined {
  return setup?.project?.secret?.slice(2, -1)
}

/** The language as a JSON Schema (draft 2020-12) for editors: `# yaml-language-server: $schema=…`. */
export function scenarioSchema(): Readonly<Record<string, unknown>> {
  const head = schemaOf(scenarioHead)
  const steps = {
    type: 'array',
    minItems: 1,
    maxItems: MAX_SCENARIO_STEPS,
    description: 'What happens, one step after another.',
    items: {
      anyOf: [
        { const: 'until idle', description: VERBS.until.does },
        ...Object.entries<Row>(VERBS).map(([verb, row]) => ({
          type: 'object',
          description: row.does,
          properties: {
            [verb]: {
              description: `${row.does} Example: \`${verb}: ${row.example}\``,
              ...schemaOf(row.shape),
            },
            ...(row.answered ? { expect: schemaOf(BESIDE.expect) } : {}),
            note: schemaOf(BESIDE.note),
          },
          required: [verb],
          additionalProperties: false,
        })),
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

function schemaOf(shape: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return schema
}
