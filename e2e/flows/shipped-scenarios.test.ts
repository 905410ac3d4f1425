import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useScenarioBench } from './testing/scenario-runs'

const folder = join(import.meta.dirname, '../../resources/scenarios')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .sort()

const { run } = useScenarioBench()

/** Whether the text of a passed step says that something went wrong, without saying that this was expected. */
const readsLikeFailure = (text: string): boolean =>
  /\b(?:no|not|nothing|none|refused?|declined?|failed|error|invalid|wrong|HTTP [45]\d\d)\b/i.test(
    // Payment ids come from the scenario file, so their words do not count.
    text.replaceAll(/\S+-run\d+/g, ''),
  ) && !/as expected|as the step says/i.test(text)

describe('the shipped scenario', () => {
  it.each(files)('%s passes', async (file) => {
    const result = await run(readFileSync(join(folder, file), 'utf8'), { file })
    const failed = result.steps.find(({ state }) => state === 'failed')
    expect(failed?.failure ?? result.failure, failed?.source).toBeNull()
    expect(result.state).toBe('passed')
    const words = result.steps.flatMap(({ summary, evidence }) => [
      summary,
      ...evidence.flatMap(({ remarks = [] }) => remarks),
    ])
    expect(words.filter(readsLikeFailure)).toEqual([])
  })
})
