import { readCustomerFiles } from '#platform/form/server/customer-files'
import type { OwnBenchParts } from '#hosts/own-bench/own-bench'

/** Folders and programs that the build produces. */
export interface BuiltFolders {
  /** The workbench's page. */
  readonly rendererDirectory: string
  /** Scripts and styles that the customer's browser loads. */
  readonly customerDirectory: string
  /** The scenarios that come with Paybench. */
  readonly scenariosDirectory: string
  /** The thread that owns the index of lists and search. */
  readonly indexProgram: URL
  /** The program that works on what strangers wrote; absent: it is done in this thread. */
  readonly foreignProgram?: URL
}

/** Collects the built parts that every bench of a Node process needs. */
export const builtParts = ({
  rendererDirectory,
  scenariosDirectory,
  customerDirectory,
  indexProgram,
  foreignProgram,
}: BuiltFolders): OwnBenchParts => ({
  rendererDirectory,
  scenariosDirectory,
  indexProgram,
  foreignProgram,
  readCustomerFiles: () => readCustomerFiles(customerDirectory),
})
