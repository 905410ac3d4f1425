/** The view of the page in which the file stands below the steps. */
export const EDITING = 'file'
