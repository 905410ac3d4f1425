export const SECRET = 'mock-secret-7Rk2vQ'

/** A longer example than that of contract 2.7, with room for a signature at the end of `general`. */
export const bodyWith = (signature: string): string =>
  `{"general":{"project_id":9041,"payment_id":"Shop/β-17"${signature}},
 "additional_data":{"customer":{"first_name":"Zoë","email":"zoe@mail.test","billing":{"country":"IE","city":"Galway"}},
  "notes":["n0","n1","n2","n3","n4","n5","n6","n7","n8","n9","n10"],
  "consent":true,"level":2.5,"memo":null,"opt:in":false,"nil":[],"none":{}}}`

/** The string to sign of {@link bodyWith}, line by line. */
export const LINES = [
  'additional_data:consent:1',
  'additional_data:customer:billing:city:Galway',
  'additional_data:customer:billing:country:IE',
  'additional_data:customer:email:zoe@mail.test',
  'additional_data:customer:first_name:Zoë',
  'additional_data:level:2.5',
  'additional_data:memo:',
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => `additional_data:notes:${index}:n${index}`),
  'additional_data:opt::in:0',
  'general:payment_id:Shop/β-17',
  'general:project_id:9041',
]
