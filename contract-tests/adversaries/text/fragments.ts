import fc from 'fast-check'

/** In every generated text. What must not repeat texts of requests is searched for it. */
export const MARK = 'zq7'

/** What a shell reads. */
const SHELL = [
  ...["'", '"', '`', '$(touch f)', '`touch f`', '${IFS}', '; touch f', '| touch f', '&& touch f', '!!', '\\'],
  "\\'",
]
/** What a shell reads only where a word begins, or without another one beside it. */
const WORD_STARTS = ['~/', '#', '{a,b}', '>f', '<f', '(a)', '!1', '&', '|', ';', '$HOME']
/** What a reader could take for something that the product writes itself. */
export const IMITATIONS = [
  ...['ada@erased.invalid.evil.example', 'erased-7@evil.example', 'erased-7', 'User 7'],
  ...['scim-3', 'kept by hr'],
]
/** Ends of domains that programs know, in scripts in which a mark follows a letter, too. */
export const ENDS = ['example', 'test', 'io', 'com', 'fi', 'tel', 'рф', 'भारत', 'বাংলা', '中国']
/** What has a meaning of its own somewhere: in a source, a page, a cell, a terminal, a header, an e-mail. */
const FRAGMENTS = [
  ...[...SHELL, ...IMITATIONS],
  ...["'''", '"""', "'; touch f; '", '!e', '%s', '#{1}', '${process.exit(9)}', '{{7*7}}', '<%= 7 %>'],
  ...['/* */', '//', '# ', '</script>', '<script>hacked=1</script>', '<img src=x onerror=hacked=1>', ']]>'],
  ...['<!--', '&lt;', '&copy', '&#x27;', '$&', "$'", '$1', '[a-z', '(?:', '^.*$'],
  ...['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '＠SUM(1)', "'=1'", ',', ';', '""', '"a,b"'],
  ...['[a](https://evil.example)', 'login-portal.example/unlock', 'mailto:a@evil.example', 'www.x.io'],
  ...[...ENDS.slice(6).map((end) => `evil.${end}`), '020794', '٠٢٠٧٩٤', '०२०७९४', '０２０７９４'],
  ...['evil．example', 'evil.ﬁ', 'evil.℡', '=?utf-8?B?YQ==?=', '=?utf-8*en?Q?=48=49?='],
  ...['- a: b', '{"a":1}', '[1', 'null', 'true', '!!js', '{label="x"}', 'x 1'],
  ...['é', 'ß', 'İ', '👩\u200D💻', '你好', '«', '„', '’', '＇', '＂', 'ʼ'],
  ...['%0d%0a', '%00', '..', '/', '?a=b#c', ':', '~', '*'],
]

/** Control and format characters, which most doors reject and no reader may get to see raw. */
export const CONTROLS = [
  ...['\u0000', '\t=1', '\r\n', '\n', '\r', '\u001B[31m', '\u001B]0;x\u0007', '\u009B31m', '\u007F'],
  ...['\u0085', '\u2028', '\u202E', '\u2066', '\u200B', '\uFEFF', '\u00AD', '\uD800', '\u{1D173}'],
  '\u{E0067}\u{E007F}',
]

/** Those that a field of one line may have. */
export const UNSEEN = CONTROLS.join('').replaceAll(/[\p{Cc}\p{Cs}]/gu, '')

const allOf = (fragments: readonly string[]) => `${MARK}${fragments.join(MARK).toWellFormed()}`
/** Each alone, without what quotes it because of another one. */
export const EACH = FRAGMENTS.map((fragment) => MARK + fragment)
/** Words of a command, each with one thing that a shell reads. */
export const WORDS = WORD_STARTS.map((fragment) => fragment + MARK)
/** For who can take a text of any length; what a shell reads fits into a login name. */
export const ALL = { names: allOf(FRAGMENTS), any: allOf(CONTROLS), shell: allOf(SHELL) }
/** Of pairs that a cut at any even number of units breaks; it fits into a login name. */
export const LONG = MARK + '👩'.repeat(250)

const someOf = (fragments: readonly string[], minLength: number) =>
  fc.array(fc.constantFrom(...fragments), { minLength, maxLength: 3 }).map((some) => some.join(''))
const textOf = (fragments: readonly string[]) =>
  fc.tuple(someOf(fragments, 0), fc.constant(MARK), someOf(fragments, 1)).map((parts) => parts.join(''))

/** Signs and words that an e-mail address may have before its @ (RFC 5322). */
const BEFORE_AT = [
  ...["'", '`touch${IFS}f`', '$', '{a}', '{2}', '|', '*', '!', '#', '&', '$&', '=1+1', '%41', '~', '/', '?'],
  ...['+', '^', '.x', 'erased-7', '=?utf-8?Q?=48?=', '=?utf-8*en?Q?=48?='],
]
const DOMAINS = ['@example.test', '@erased.invalid.example.test']
const KINDS = {
  /** A text that could be a name. */
  names: textOf(FRAGMENTS),
  addresses: fc
    .tuple(someOf(BEFORE_AT, 1), fc.constantFrom(...DOMAINS))
    .map((parts) => MARK + parts.join('')),
  /** A text that may have characters that are not shown. */
  any: textOf([...FRAGMENTS, ...CONTROLS, ...CONTROLS]),
}

/** Texts that did harm once; each run begins with them. */
const SEEN = {
  names: [`it's !${MARK} `],
  addresses: [
    ...[`${MARK}'\`touch\${IFS}f\`'@example.test`, `${MARK}'$x@example.test`, `${MARK}*a|b@example.test`],
    `${MARK}@erased.invalid.example.test`,
  ],
  any: [],
}

/** The texts of one run: as many as named, and the same for the same seed. */
export const sample = (kind: keyof typeof KINDS, { seed, count }: { seed: number; count: number }) =>
  [...SEEN[kind], ...fc.sample(KINDS[kind], { seed, numRuns: count })].slice(0, count)
