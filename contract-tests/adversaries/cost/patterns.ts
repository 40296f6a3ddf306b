import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRegExpLiteral, visitRegExpAST, type AST } from '@eslint-community/regexpp'

const ROOT = join(import.meta.dirname, '../../..')
const LITERAL =
  /(?<=[=(,:?!&|[]\s*|return )\/(?![*/ ])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[gimsuvy]*(?!\w)/g
const SIGNS = Array.from({ length: 0x2070 }, (_, i) => String.fromCharCode(i))

/** The patterns of the services and of the clients: what each may split in many ways when it is repeated. */
export const patterns = ['services', 'clients'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/generated|node_modules|dist|tests/.test(path))
    .flatMap((path) => readFileSync(join(ROOT, folder, path), 'utf8').match(LITERAL) ?? [])
    .map(patternOf),
)

/** @returns its signs, what it repeats, and what comes before that */
function patternOf(literal: string) {
  const [units, starts] = [new Set<string>(), new Set([''])]
  const addSign = (part: AST.Node) => void units.add(sampleOf(part))
  const parsed = parseRegExpLiteral(literal)
  visitRegExpAST(parsed, {
    onQuantifierEnter({ element, parent, start }) {
      units.add(sampleOf(element))
      const before = parent.type === 'Alternative' ? parent.elements.filter(({ end }) => end <= start) : []
      starts.add(before.map(sampleOf).join(''))
    },
    onCharacterEnter: addSign,
    onCharacterClassEnter: addSign,
    onCharacterSetEnter: addSign,
  })
  const pattern = new RegExp(parsed.pattern.raw, parsed.flags.raw.replaceAll(/[gy]/g, ''))
  return { pattern, units: [...new Set([...units, ...starts])].filter(Boolean), starts: [...starts] }
}

/** A short text that matches the part. */
function sampleOf(part: AST.Node): string {
  if (part.type === 'Quantifier') return sampleOf(part.element).repeat(part.min)
  if ('alternatives' in part)
    return part.alternatives.map(sampleOf).reduce((one, other) => (other.length < one.length ? other : one))
  if (part.type === 'Alternative') return part.elements.map(sampleOf).join('')
  if (part.type === 'Character') return String.fromCodePoint(part.value)
  if (!part.type.startsWith('Character')) return ''
  return SIGNS.find((sign) => new RegExp(part.raw, 'u').test(sign)) ?? ''
}
