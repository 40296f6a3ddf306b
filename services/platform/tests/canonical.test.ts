import fc from 'fast-check'
import { CANONICAL_FORMS, comparedName, foldCase, type CanonicalForm } from '../domain/canonical.ts'

const textOf = (form: CanonicalForm, text: string) => {
  const canonical = CANONICAL_FORMS[form](text)
  return canonical.kind === 'text' ? canonical.text : canonical.rule
}

describe('identifiers (S11)', () => {
  it.each([
    ['decomposed letters', 'ju\u0308rgen', 'jürgen'],
    ['spaces at the ends', ' \u00A0ada\u2003\u3000', 'ada'],
    ['spaces within', 'ada b', 'ada b'],
    ['letter case', 'Ada', 'Ada'],
  ])('are normalized: %s', (_what, sent, stored) => {
    expect(textOf('identifier', sent)).toBe(stored)
  })

  it.each([
    ['a zero-width space', 'a\u200Bb', 'U+200B'],
    ['a soft hyphen', 'a\u00ADb', 'U+00AD'],
    ['a bidirectional override', 'a\u202Eb', 'U+202E'],
    ['a joiner', 'a\u200Db', 'U+200D'],
    ['a byte-order mark', '\uFEFFa', 'U+FEFF'],
    ['a tag character', 'a\u{E0041}', 'U+E0041'],
    ['a filler', 'a\u3164', 'U+3164'],
  ])('with invisible characters are rejected: %s', (_what, sent, code) => {
    expect(textOf('identifier', sent)).toBe(`must not contain the invisible character ${code}`)
  })

  it.each(['a\nb', 'a\u0085', 'a\u2028b', '\tada'])('with control characters are rejected: %j', (sent) => {
    expect(textOf('identifier', sent)).toBe('must not contain control characters or line breaks')
  })
})

it('other texts lose only spaces at their ends, and the contract sees control characters (S11)', () => {
  const texts = [' a  b\u00A0', '', ' ', ' a\u200B', 'e\u0301', ' a\nb\n']
  expect(texts.map((text) => textOf('line', text))).toEqual(['a  b', '', '', 'a\u200B', 'e\u0301', ' a\nb\n'])
  expect(textOf('text', ' a\nb \n')).toBe('a\nb')
})

it('letters of every script are allowed in identifiers and names (S11)', () => {
  const letters = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
    // Some letters can't be seen.
    .map((text) => text.normalize('NFC').replaceAll(/[^\p{L}]|\p{Default_Ignorable_Code_Point}/gu, ''))
  const property = fc.property(letters, (text) => {
    for (const form of ['identifier', 'name'] as const)
      if (text !== '') expect(textOf(form, text)).toBe(text.normalize('NFC'))
  })
  fc.assert(property, { numRuns: 1_000 })
})

describe('names (S11)', () => {
  it('may contain joiners and variation selectors that their script needs', () => {
    const emoji = [
      'Team 👩\u200D💻',
      '🏳\uFE0F\u200D🌈',
      '👩🏽\u200D🚀',
      '👨\u200D👩\u200D👧',
      '❤\uFE0F\u200D🔥 ab',
    ]
    const malayalam = ['അവന്\u200D', 'സാജന്\u200D വര്\u200Dഗീസ്', 'ദീപ്\u200C']
    const others = ['علی\u200Cرضا', 'क्\u200Dष', 'ক্\u200D', '葛\u{E0100}城', 'ශ්\u200Dරී']
    for (const name of [...emoji, ...malayalam, ...others]) expect(textOf('name', name)).toBe(name)
  })

  it.each([
    '\u200CAda',
    'Ada\u200D',
    '\u200D💻',
    '👩\u200D',
    '👩\u200Da',
    '👩\u200C💻',
    'Ada \u200C Byron',
    'A\u200B',
    '\u202Egpj.exe',
    'A\u2066',
  ])('are rejected with what cannot be seen elsewhere: %j', (name) => {
    expect(textOf('name', name)).toMatch(/^must not contain the invisible character U\+/)
  })

  it.each([
    ['Team 👩\u200D💻', 'Team 👩💻'],
    ['അവന്\u200D', 'അവന്'],
    ['❤\uFE0F', '❤'],
  ])('are compared without joiners and variation selectors: %j', (name, other) => {
    expect(comparedName(name)).toBe(comparedName(other))
    expect(comparedName(name)).not.toBe(comparedName(`${other}a`))
  })
})

describe('e-mail addresses (S11)', () => {
  it.each([
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['info@MU\u0308LLER.example', 'info@xn--mller-kva.example'],
    ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
    ['\u00A0Ada.B@Example.ORG ', 'Ada.B@Example.ORG'],
    ['i@例え.テスト', 'i@xn--r8jz45g.xn--zckzah'],
  ])('have an ASCII domain: %s', (sent, stored) => {
    expect(textOf('email', sent)).toBe(stored)
  })

  it.each([
    ['jörg@example.test', 'must have only ASCII characters before the @'],
    ['\u200Bana@example.test', 'must not contain the invisible character U+200B'],
    ['ana@a\u00A0b.example', 'must have a valid domain after the @'],
    ['ana@mail.example/müller.example', 'must have a valid domain after the @'],
    ['ana@müller%2eexample', 'must have a valid domain after the @'],
    [`${'a'.repeat(65)}@example.test`, 'must have at most 64 characters before the @'],
  ])('are rejected with the reason: %s', (sent, rule) => {
    expect(textOf('email', sent)).toBe(rule)
  })
})

describe('case-insensitive comparison (R3, R15, S11)', () => {
  const compared = (text: string) => foldCase(textOf('identifier', text))

  it.each([
    ['Ada@Example.ORG', 'ada@example.org'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['οδυσσευσ', 'οδυσσευς'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['İbrahim', 'ibrahim'],
    ['IŞIK', 'ışık'],
    ['ŉ', 'ʼN'],
  ])('treats %s and %s as equal', (one, other) => {
    expect(compared(one)).toBe(compared(other))
  })

  it('does not change a text that is already folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = compared(text)
        expect(foldCase(folded)).toBe(folded)
        expect(compared(text.normalize('NFD'))).toBe(folded)
        expect(compared(folded)).toBe(folded)
      }),
      { numRuns: 2_000 },
    )
  })
})
