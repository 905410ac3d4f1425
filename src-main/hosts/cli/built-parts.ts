import { readCustomerFiles } from '../../platform/form/server/customer-files'
import type { BuiltFolders } from '../node/run-browser-host'
import type { OwnBenchParts } from '../own-bench/own-bench'

/** What benches of the command line are built from. */
export const builtParts = ({
  rendererDirectory,
  scenariosDirectory,
  customerDirectory,
  indexProgram,
}: BuiltFolders): OwnBenchParts => ({
  rendererDirectory,
  scenariosDirectory,
  indexProgram,
  readCustomerFiles: () => readCustomerFiles(customerDirectory),
})
