import { describe, expect, it } from 'vitest'
import { findField } from './catalogue'
import { checkValue, type ValueProblem } from './check'

const today = '2031-04-09'

function check(path: string, value: unknown, country?: string): ValueProblem | null {
  const field = findField(path)
  if (field === null) throw new Error(`${path} is not in the catalogue`)
  return checkValue(field, value, { today, ...(country === undefined ? {} : { country }) })
}

describe('a value', () => {
  it.each<[path: string, ...values: unknown[]]>([
    ['avs_data.avs_post_code', 'SW1A 1AA', '10115-001', ' 00000 '],
    ['avs_data.avs_street_address', '12 Harbour Road; flat 3'],
    ['customer.email', 'nora+shop@mail.example.co'],
    ['customer.first_name', 'Ñandú', '  Nora  '],
    ['customer.day_of_birth', '29-02-2028', '09-04-2031'],
    ['customer.billing.country', 'GB'],
    ['customer.billing.city', 'x'.repeat(256), ` ${'é'.repeat(256)} `, '😀'.repeat(256)],
    ['customer.billing.canadian_province', 'YT'],
    ['customer.phone', '1234'],
    ['customer.ssn', 1234, '0123'],
    ['customer.ip_address', '2001:db8::7'],
    ['customer.security_code', '1234', '12345678'],
    ['customer.color_depth', '24', 24],
    ['customer.java_enabled', false],
    ['customer.timezone_offset', 0],
    ['customer.account.purchase_number', 9999],
    ['customer.shipping.type', '09'],
    ['customer.mpi_result.acs_operation_id', '3F2B8C1E-6A54-4D0F-9B7E-1C2D3E4F5A6B'],
    ['customer.account.date', '01-01-2040'],
  ])('of %s may be %j', (path, ...values) => {
    expect(values.map((value) => check(path, value))).toEqual(values.map(() => null))
  })

  it.each<[path: string, code: string, constraint: string, ...values: unknown[]]>([
    ['avs_data.avs_post_code', '3002', 'pattern', '!!'],
    ['avs_data.avs_post_code', '3002', 'maxLength', '1'.repeat(17)],
    ['avs_data.avs_post_code', '3002', 'type', 12345],
    ['avs_data.avs_street_address', '3004', 'maxLength', 'x'.repeat(256)],
    ['customer.email', '2426', 'format', 'nora', 'nora@localhost', 'nora@a@b.c', '@example.com'],
    ['customer.email', '2426', 'format', 'no ra@example.com', 'nora@example..com'],
    ['customer.email', '2426', 'maxLength', `${'x'.repeat(250)}@example.com`],
    ['customer.first_name', '2004', 'type', ['Nora']],
    ['customer.first_name', '2004', 'maxLength', 'x'.repeat(256)],
    ['customer.day_of_birth', '2609', 'pattern', '1988-05-24', '4-5-1988'],
    ['customer.day_of_birth', '2609', 'format', '29-02-2027', '29-02-1900', '31-04-1988'],
    ['customer.day_of_birth', '2609', 'format', '24-13-1988', '00-05-1988'],
    ['customer.day_of_birth', '2609', 'maximum', '10-04-2031'],
    ['customer.billing.country', '2610', 'pattern', 'ie', 'IRL'],
    ['customer.billing.country', '2610', 'enum', 'UK'],
    ['customer.billing.city', '2611', 'maxLength', 'x'.repeat(257)],
    ['customer.billing.postal', '3002', 'maxLength', 'x'.repeat(17)],
    ['customer.billing.address', '2004', 'maxLength', 'x'.repeat(513)],
    ['customer.billing.canadian_province', '502', 'enum', 'XX'],
    ['customer.phone', '502', 'pattern', '+353871234511'],
    ['customer.phone', '502', 'minLength', '123'],
    ['customer.phone', '502', 'maxLength', '1'.repeat(25)],
    ['customer.phone', '502', 'type', 353871234511],
    ['customer.zip', '3002', 'maxLength', '12345678901'],
    ['customer.ssn', '502', 'pattern', 123, '12345'],
    ['customer.ssn', '502', 'type', true],
    ['customer.gender', '502', 'enum', 'Female'],
    ['customer.ip_address', '502', 'format', '256.1.1.1'],
    ['customer.security_code', '502', 'minLength', '123'],
    ['customer.security_code', '502', 'pattern', '12345a', '١٢٣٤'],
    ['customer.color_depth', '502', 'type', 1.5],
    ['customer.color_depth', '502', 'minimum', -1],
    ['customer.java_enabled', '502', 'type', 'true'],
    ['customer.timezone_offset', '502', 'type', {}],
    ['customer.account.activity_year', '502', 'maximum', 1000],
    ['customer.account.date', '502', 'format', '31-02-2029'],
    ['customer.shipping.type', '502', 'pattern', '10'],
    ['customer.mpi_result.acs_operation_id', '502', 'pattern', '3f2b8c1e6a544d0f9b7e1c2d3e4f5a6b'],
    ['customer.mpi_result.authentication_timestamp', '502', 'minLength', '20310409162'],
    ['account.number', '2004', 'type', 12],
  ])('of %s is refused with %s (constraint %s) when it is %j', (path, code, constraint, ...values) => {
    for (const value of values) expect(check(path, value)).toMatchObject({ code, constraint })
  })

  it('that is absent, empty or only white space counts as missing, whatever the field', () => {
    for (const blank of ['', ' ', '\t\r\n', '\u00a0', null, undefined]) {
      expect(check('customer.email', blank)).toMatchObject({ code: '2004', constraint: 'required' })
      expect(checkValue(null, blank, { today })).toMatchObject({ code: '2004', constraint: 'required' })
    }
  })

  it('of a region code requires its country', () => {
    expect(check('customer.billing.region_code', 'L')).toMatchObject({ code: '502', constraint: 'required' })
    expect(check('customer.billing.region_code', 'L', 'IE')).toBeNull()
    expect(check('customer.billing.region_code', 'LEIN', 'IE')).toMatchObject({ constraint: 'pattern' })
  })

  it('of `customer.last_name` that is refused has its own result code in Britain', () => {
    expect(check('customer.last_name', 'x'.repeat(256), 'IE')?.code).toBe('2004')
    expect(check('customer.last_name', 'x'.repeat(256), 'GB')?.code).toBe('3003')
  })

  it('of a field outside the catalogue may be any text, number or boolean', () => {
    for (const value of ['x', 0, false, -1.5]) expect(checkValue(null, value, { today })).toBeNull()
    for (const value of [{}, [], Number.NaN]) {
      expect(checkValue(null, value, { today })).toMatchObject({ code: '502', constraint: 'type' })
    }
  })
})
