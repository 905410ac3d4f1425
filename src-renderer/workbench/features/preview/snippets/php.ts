import { SECRET_VARIABLE, type SnippetSource, unsigned } from './snippet'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? quoted(value) : String(value)

/** Signs the parameters with PHP and prints them as JSON. */
export function phpSnippet({ parameters }: SnippetSource): string {
  const values = unsigned(parameters).map(([name, value]) => `    ${quoted(name)} => ${literal(value)},`)
  return `<?php
$parameters = [
${values.join('\n')}
];

$lines = [];
foreach ($parameters as $name => $value) {
    // Neither the signature itself nor what the library adds is signed.
    if ($name === 'signature' || $name === 'frame_mode' || strpos($name, '_') === 0) {
        continue;
    }
    $path = str_replace(':', '::', $name);
    $lines[$path] = $path . ':' . (is_bool($value) ? (int) $value : $value);
}
ksort($lines, SORT_NATURAL);

$digest = hash_hmac('sha512', implode(';', $lines), getenv('${SECRET_VARIABLE}'), true);
$parameters['signature'] = base64_encode($digest);
echo json_encode($parameters), "\\n";
`
}
