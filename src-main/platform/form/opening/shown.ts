export { quotedText as shown } from '#lib/limits/bounded-text'
