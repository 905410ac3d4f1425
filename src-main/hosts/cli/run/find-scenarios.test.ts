import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inThisThread } from '#scenarios/foreign/foreign'
import { findScenarios } from './find-scenarios'

const folder = mkdtempSync(join(tmpdir(), 'paybench-find-scenarios-'))

describe('a scenario file that cannot be read', () => {
  it('is reported with its path if it has vanished from its folder', async () => {
    const inside = join(folder, 'vanished')
    mkdirSync(inside)
    const link = join(inside, 'pay.yaml')
    symlinkSync(join(inside, 'nowhere.yaml'), link)
    expect(await findScenarios([inside], inThisThread)).toEqual({
      found: [],
      problems: [{ file: link, text: `${link}: There is no such file or folder. Check the name.` }],
    })
  })

  it('is reported with the reason and the remedy if the system refuses to read it', async () => {
    const inside = join(folder, 'refused')
    mkdirSync(inside)
    // A link to a folder is listed as a file; reading it as a file is refused.
    const link = join(inside, 'loop.yaml')
    symlinkSync(folder, link)
    expect(await findScenarios([inside], inThisThread)).toEqual({
      found: [],
      problems: [
        {
          file: link,
          text: `${link}: It cannot be read: illegal operation on a directory. Make it readable, or leave it out.`,
        },
      ],
    })
  })
})
