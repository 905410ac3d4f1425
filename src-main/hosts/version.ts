import packageFile from '../../package.json' with { type: 'json' }

/** The version of this Paybench. */
export const VERSION: string = packageFile.version
