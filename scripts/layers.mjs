/** `npm run layers`: checks that each layer imports only what it may, and that no folders import each other. */
import { runTool } from './test/tools.mjs'

const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'

for (const config of ['.dependency-cruiser.cjs', '.dependency-cruiser-folders.cjs']) {
  const code = await runTool(cruiser, ['--config', config, 'src-main', 'src-renderer'])
  if (code !== 0) process.exitCode = code ?? 1
}
