import { builtAround } from '#hosts/own-bench/own-bench'
import { runBrowserHost } from './run-browser-host'

runBrowserHost(builtAround(import.meta.dirname))
