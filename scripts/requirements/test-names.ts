import ts from 'typescript'

/** A test by its full name: the descriptions around it, outermost first, and its own. */
export interface TestName {
  readonly file: string
  readonly name: string
}

const TESTS = new Set(['it', 'test'])
/** A test that is skipped does not count. */
const NOT_RUN = new Set(['skip', 'todo', 'xit', 'xtest', 'xdescribe'])

/** Every test of a file that runs, read from its source: nothing is executed. */
export function testsIn(file: string, source: string): TestName[] {
  const found: TestName[] = []
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), [])
  return found

  function visit(node: ts.Node, around: readonly string[]): void {
    const call = ts.isCallExpression(node) ? callOf(node) : undefined
    if (!call) return ts.forEachChild(node, (child) => visit(child, around))
    if (call.words.some((word) => NOT_RUN.has(word))) return
    const names = [...around, call.title]
    if (TESTS.has(call.words[0] ?? '')) found.push({ file, name: names.join(' › ') })
    else ts.forEachChild(node, (child) => visit(child, names))
  }
}

/** `describe('…')`, `it.each([…])('…')` and the like: the words called and the title; undefined for other calls. */
function callOf(node: ts.CallExpression): { words: string[]; title: string } | undefined {
  const words = wordsOf(node.expression)
  const first = words[0] ?? ''
  if (!TESTS.has(first) && !NOT_RUN.has(first) && first !== 'describe') return undefined
  const [title] = node.arguments
  return title && ts.isStringLiteralLike(title) ? { words, title: title.text } : undefined
}

function wordsOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return wordsOf(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return wordsOf(node.tag)
  return []
}
