import { fillDataFolder } from './fill-data-folder'

/** `node fill-program DIRECTORY PAYMENTS`: fills a data folder and reports its progress on standard output. */
const [directory, payments] = process.argv.slice(2)
if (directory === undefined || payments === undefined)
  throw new Error('Give a folder and a number of payments')
await fillDataFolder(directory, Number(payments), (done) => process.stdout.write(`${done}\n`))
