/** The values of each header, by its name in lower case. */
export function headersOf(
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): [name: string, value: string][] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')])
}
