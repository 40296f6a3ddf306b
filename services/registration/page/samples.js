/** A request as it is written in each language. */
export const LANGUAGES = { curl, TypeScript: typescript, Python: python }

const given = (headers) => Object.entries(headers).filter(([, value]) => value !== undefined)
const json = (value, indent) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
const parsed = (body) => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function curl({ method, url, headers, body }) {
  const quoted = (text) => `'${String(text).replaceAll("'", String.raw`'\''`)}'`
  const parts = [
    `curl -i ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...given(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

function typescript({ method, url, headers, body }) {
  return [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: ${json(Object.fromEntries(given(headers)), '  ')},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${json(parsed(body), '  ')}),`]),
    `})`,
    `console.log(answer.status, await answer.text())`,
  ].join('\n')
}

function python({ method, url, headers, body }) {
  const literal = (value) =>
    json(value, '    ').replaceAll(
      /"(?:[^"\\]|\\.)*"|\btrue\b|\bfalse\b|\bnull\b/g,
      (word) => WORDS[word] ?? word,
    )
  return [
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers=${literal(Object.fromEntries(given(headers)))},`,
    ...(body === undefined ? [] : [`    json=${literal(parsed(body))},`]),
    ')',
    'print(answer.status_code, answer.text)',
  ].join('\n')
}

const WORDS = { true: 'True', false: 'False', null: 'None' }
