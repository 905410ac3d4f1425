/** Lists with saved filters; `everything` is the search over all of them. */
export const FILTERED_LISTS = ['payments', 'callbacks', 'captures', 'traffic', 'everything'] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]
/** Lists that have a page of their own. */
export type PageList = Exclude<FilteredList, 'everything'>
