/**
 * What stands in every text that has card data to mask: twelve digits as a chain has them, a name of a code, the name of an
 * object of the API with card data, or a character that begins an encoded one.
 */
const TRACE = /[0-9](?:[ +-]?[0-9]){11}|cv[cnv2]|csc|code|card"|[%\\]/i

/**
 * Whether a text is worth the search for card data: false only where it has none. Most texts of a request are short and have
 * no trace of any, and the search itself costs ten times as much.
 */
export const hasTraceOfCardData = (text: string): boolean => TRACE.test(text)
