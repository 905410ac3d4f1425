import { fillDataFolder } from './fill-data-folder'

/** `node fill-program DIRECTORY PAYMENTS`: fills a data folder and tells on standard output how far it is. */
const [directory, payments] = process.argv.slice(2)
if (directory === undefined || payments === undefined)
  throw new Error('Give a folder and a number of payments')
await fillDataFolder(directory, Number(payments), (done) => process.stdout.write(`${done}\n`))
