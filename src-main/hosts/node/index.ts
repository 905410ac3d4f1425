import { join } from 'node:path'
import { runBrowserHost } from './run-browser-host'

runBrowserHost({
  rendererDirectory: join(import.meta.dirname, '../renderer'),
  customerDirectory: join(import.meta.dirname, '../customer'),
  scenariosDirectory: join(import.meta.dirname, '../scenarios'),
  indexProgram: new URL('index-worker.js', import.meta.url),
  foreignProgram: new URL('foreign-worker.js', import.meta.url),
})
