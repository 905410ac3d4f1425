/** The view of the page that shows the file below the steps. */
export const EDITING = 'file'
