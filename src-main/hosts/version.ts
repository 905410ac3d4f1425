import packageFile from '../../package.json'

/** The version of this Paybench. */
export const VERSION: string = packageFile.version
