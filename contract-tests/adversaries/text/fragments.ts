import fc from 'fast-check'

/** In every generated text. What must not repeat texts of requests is searched for it. */
export const MARK = 'zq7'

/** What a shell reads. */
const SHELL = [
  "'",
  '"',
  '`',
  '$(touch f)',
  '`touch f`',
  '${IFS}',
  '; touch f',
  '| touch f',
  '&& touch f',
  '!!',
  '\\',
  "\\'",
]
/** What a shell reads only where a word begins, or without another one beside it. */
const WORD_STARTS = ['~/', '#', '{a,b}', '>f', '<f', '(a)', '!1', '&', '|', ';', '$HOME']
/** What has a meaning of its own somewhere: in a source, a page, a cell, a terminal, a header. */
const FRAGMENTS = [
  ...SHELL,
  ...[
    "'''",
    '"""',
    "'; touch f; '",
    '%s',
    '#{1}',
    '${process.exit(9)}',
    '{{7*7}}',
    '<%= 7 %>',
    '/* */',
    '//',
    '# ',
  ],
  ...[
    '</script>',
    '<script>hacked=1</script>',
    '<img src=x onerror=hacked=1>',
    ']]>',
    '&lt;',
    '&copy',
    '&#x27;',
    '<!--',
  ],
  ...['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '＠SUM(1)', "'=1'", ',', ';', '""', '"a,b"'],
  ...[
    '[a](https://evil.example)',
    'login-portal.example/unlock',
    'mailto:a@evil.example',
    'evil．example',
    'www.x.io',
  ],
  ...[
    '- a: b',
    '{"a":1}',
    '[1',
    'null',
    'true',
    '!!js',
    '{label="x"}',
    'x 1',
    'é',
    'ß',
    'İ',
    '👩\u200D💻',
    '你好',
  ],
  ...[
    '«',
    '„',
    '’',
    '＇',
    '＂',
    'ʼ',
    '=?utf-8?B?YQ==?=',
    '%0d%0a',
    '%00',
    '..',
    '/',
    '?a=b#c',
    ':',
    '~',
    '*',
  ],
]

/** Control and format characters, which most doors reject and no reader may get to see raw. */
const CONTROLS = [
  ...[
    '\u0000',
    '\t=1',
    '\r\n',
    '\n',
    '\r',
    '\u001B[31m',
    '\u001B]0;x\u0007',
    '\u009B31m',
    '\u007F',
    '\u0085',
    '\u2028',
  ],
  ...['\u202E', '\u2066', '\u200B', '\uFEFF', '\u00AD', '\uD800', '\u{1D173}', '\u{E0067}\u{E007F}'],
]

const allOf = (fragments: readonly string[]) => `${MARK}${fragments.join(MARK).toWellFormed()}`
/** Each alone, without what quotes it because of another one. */
export const EACH = FRAGMENTS.map((fragment) => MARK + fragment)
/** Words of a command, each with one thing that a shell reads. */
export const WORDS = WORD_STARTS.map((fragment) => fragment + MARK)
/** For who can take a text of any length; what a shell reads fits into a login name. */
export const ALL = { names: allOf(FRAGMENTS), any: allOf(CONTROLS), shell: allOf(SHELL) }
/** Of pairs that a cut at any even number of units breaks; it fits into a login name. */
export const LONG = MARK + '👩'.repeat(250)

const joined = (fragments: readonly string[]) =>
  fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 4 })
    .chain((parts) =>
      fc.nat(parts.length).map((at) => [...parts.slice(0, at), MARK, ...parts.slice(at)].join('')),
    )

/** A text that could be a name. */
const shownText = joined(FRAGMENTS)
/** A text that may have characters that are not shown. */
const anyText = joined([...FRAGMENTS, ...CONTROLS, ...CONTROLS])
/** An e-mail address, before whose @ RFC 5322 allows much that a shell reads. */
const address = fc
  .array(
    fc.constantFrom("'", '`touch${IFS}f`', '$', '{a}', '|', '*', '!', '#', '&', '=1+1', '%41', '~', '/', '?'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => `${MARK}${parts.join('')}@example.test`)

/** Texts that did harm once; each run begins with them. */
const SEEN = {
  names: [`login-portal.example/unlock ${MARK}`, `it's ${MARK} `, `mailto:a${MARK}`, `evil．example ${MARK}`],
  addresses: [`${MARK}'\`touch\${IFS}f\`'@example.test`, `${MARK}'$x@example.test`],
}

/** The texts of one run: as many as named, and the same for the same seed. */
export const sample = (
  kind: 'names' | 'addresses' | 'any',
  { seed, count }: { seed: number; count: number },
): string[] => {
  const texts = { names: shownText, addresses: address, any: anyText }[kind]
  const seen = kind === 'any' ? [] : SEEN[kind]
  return [...seen, ...fc.sample(texts, { seed, numRuns: count })].slice(0, count)
}
