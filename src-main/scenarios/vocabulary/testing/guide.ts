import { isRecord } from '#lib/json/node'
import type { Row } from '#scenarios/vocabulary/row'
import { scenarioSchema, VERBS } from '#scenarios/vocabulary/scenario-shape'

const GROUPS: readonly (readonly [Row['group'], string])[] = [
  ['merchant', 'What the merchant does'],
  ['customer', 'What the customer does'],
  ['bench', 'What the tester does'],
  ['expectation', 'What is expected'],
]

/** docs/scenario-steps.md: every step with its members, from the table that the parser reads. */
export function stepsGuide(): string {
  const parts = GROUPS.flatMap(([group, title]) => [
    `## ${title}`,
    '',
    ...Object.entries<Row>(VERBS)
      .filter(([, row]) => row.group === group)
      .flatMap(([verb, row]) => stepPart(verb, row)),
  ])
  return [
    '# Steps of scenarios',
    '',
    'Every step that a scenario may have, with its members. [Scenarios](scenarios.md) says how they work together. The parser',
    'reads the same table; `npm run generate` writes this page.',
    '',
    ...parts,
  ].join('\n')
}

function stepPart(verb: string, { does, example, answered }: Row): readonly string[] {
  return [
    `### \`${verb}\``,
    '',
    `${does}${answered ? ' `expect` beside it inspects its response.' : ''}`,
    '',
    '```yaml',
    `- ${verb}: ${example}`,
    '```',
    '',
    ...membersPart(verb),
  ]
}

function membersPart(verb: string): readonly string[] {
  const shape = schemaOfVerb(verb)
  const properties = isRecord(shape) ? shape['properties'] : null
  if (!isRecord(properties)) return []
  const required = isRecord(shape) && Array.isArray(shape['required']) ? shape['required'] : []
  const lines = Object.entries(properties).map(([name, member]) => {
    const says = isRecord(member) && typeof member['description'] === 'string' ? member['description'] : ''
    return `- \`${name}\`${required.includes(name) ? ' (required)' : ''}${says === '' ? '' : `: ${says}`}`
  })
  return [...lines, '']
}

function schemaOfVerb(verb: string): unknown {
  const { properties } = scenarioSchema()
  const steps = isRecord(properties) ? properties['steps'] : null
  const items = isRecord(steps) ? steps['items'] : null
  const anyOf = isRecord(items) && Array.isArray(items['anyOf']) ? (items['anyOf'] as readonly unknown[]) : []
  for (const each of anyOf) {
    const members = isRecord(each) ? each['properties'] : null
    if (isRecord(members) && verb in members) return members[verb]
  }
  return null
}
