import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scenarioSchema } from './json-schema'

const shipped = join(import.meta.dirname, '../../../resources/scenarios/scenario.schema.json')

it('is shipped as a file for editors; npm run unit -- src-main/scenarios/vocabulary -u writes it anew', async () => {
  await expect(`${JSON.stringify(scenarioSchema(), null, 2)}\n`).toMatchFileSnapshot(shipped)
})
