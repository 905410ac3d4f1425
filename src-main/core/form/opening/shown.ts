export { quotedText as shown } from '../../limits/bounded-text'
