import type { FixParts } from './topic'

/** `$data` is the decoded message, `$parameters` are those of a form. */
export const PHP: FixParts = {
  formKeys: `// The browser library adds these later, so they are not signed
foreach (array_keys($data) as $key) {
    if ($key === 'frame_mode' || strpos((string) $key, '_') === 0) {
        unset($data[$key]);
    }
}`,
  values: `// true is 1, false is 0, null is empty, everything else stays as it is
function textOf($value): string
{
    return is_bool($value) ? ($value ? '1' : '0') : (string) $value;
}`,
  lines: `// One line for each value, with its whole path. Positions count from 0, a colon inside a key
// is doubled, empty values stay, and signatures are left out, however deep.
function linesOf(array $data, string $before = ''): array
{
    $lines = [];
    foreach ($data as $key => $value) {
        if ($key === 'signature') {
            continue;
        }
        $path = $before . str_replace(':', '::', (string) $key);
        $lines += is_array($value) ? linesOf($value, $path . ':') : [$path => textOf($value)];
    }
    return $lines;
}
$lines = linesOf($data);`,
  order: `// Natural order of the paths: runs of digits compare as numbers, so notes:9 stands before notes:10
ksort($lines, SORT_NATURAL);`,
  joining: `// path:value, with ; between the lines and nowhere else
$pairs = [];
foreach ($lines as $path => $value) {
    $pairs[] = $path . ':' . $value;
}
$text = implode(';', $pairs);`,
  secret: `// The secret as it was issued: a line end of the file is not part of it
$secret = rtrim(file_get_contents('secret.txt'), "\\r\\n");`,
  digest: `// HMAC with SHA-512, its 64 raw bytes (true) as base64: 88 characters
$signature = base64_encode(hash_hmac('sha512', $text, $secret, true));`,
  signLast: `// Everything else is set before; the JSON text is made once, after the signature
$data['general']['signature'] = $signature;
$json = json_encode($data);`,
  sending: `// The plain values are signed; the address is encoded once, signature included
$query = http_build_query($parameters + ['signature' => $signature]);`,
}
