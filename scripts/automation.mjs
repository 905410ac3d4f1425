/** `npm run automation`: writes the methods and their shapes into the guide to automation, from the protocol. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project.mjs'
import { automationPages } from './protocol/automation-pages.mjs'
import { loadProtocol } from './protocol/load.mjs'

const file = join(projectRoot, 'docs/automation.md')
const { guide, shapes } = await automationPages(await loadProtocol(), {
  file,
  text: readFileSync(file, 'utf8'),
})
writeFileSync(file, guide)
writeFileSync(join(projectRoot, 'docs/automation-shapes.md'), shapes)
