/**
 * Path of the country for checking a value: that of its own address, for surnames that of the bill (contract 5.8).
 */
export function countryPathBeside(path: string): string {
  if (path === 'customer.last_name') return 'customer.billing.country'
  return `${path.slice(0, path.lastIndexOf('.'))}.country`
}
