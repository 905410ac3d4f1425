/**
 * Path of the country against which a value is checked: that of its own address, for surnames that of the bill
 * (contract 5.8).
 */
export function countryPathBeside(path: string): string {
  if (path === 'customer.last_name') return 'customer.billing.country'
  return `${path.slice(0, path.lastIndexOf('.'))}.country`
}
