import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scenarioSchema } from './json-schema'

const shipped = join(import.meta.dirname, '../../../resources/scenarios/scenario.schema.json')

it('is supplied as a file for editors', async () => {
  await expect(`${JSON.stringify(scenarioSchema(), null, 2)}\n`).toMatchFileSnapshot(shipped)
})
