/**
 * No folder imports another that imports it back, on any level. Tests are left out: they stand beside the code and may
 * look further. Part of `npm run layers`.
 */
const layers = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that import each other are one folder, or hide a third.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src-main|src-renderer)/' },
      to: { circular: true },
    },
  ],
  options: { ...layers.options, exclude: { path: '[.]test[.]tsx?$|/testing/' } },
}
