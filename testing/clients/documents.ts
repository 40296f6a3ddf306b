import { parseResponse } from '../send-bytes.ts'

/** A fenced block of a document, and the comment above it about its execution. */
export interface Block {
  readonly line: number
  readonly language: string
  readonly text: string
  /** From `<!-- executed: … -->`. */
  readonly mark: string | undefined
}

const FENCE = /^(?<indent> *)```(?<language>\w*)$/
const MARK = /^ *<!-- executed: (?<mark>.+) -->$/
/** What a reader could send to the system. */
const CALLS = /\bcurl |^\s*request "/m

export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  for (let i = 0; i < lines.length; i++) {
    const { indent = '', language = '' } = FENCE.exec(lines[i] ?? '')?.groups ?? {}
    if (!FENCE.test(lines[i] ?? '')) continue
    const end = lines.indexOf(`${indent}\`\`\``, i + 1)
    if (end < 0) throw new Error(`the block at line ${i + 1} has no end`)
    const text = lines.slice(i + 1, end).map((line) => line.slice(indent.length))
    const above = lines.slice(0, i).findLast((line) => line.trim() !== '')
    blocks.push({
      line: i + 1,
      language,
      text: text.join('\n'),
      mark: MARK.exec(above ?? '')?.groups?.['mark'],
    })
    i = end
  }
  return blocks
}

/** Calls and JSON without a comment about their execution. */
export const unmarked = (blocks: readonly Block[]): Block[] =>
  blocks.filter(({ mark, language, text }) => mark === undefined && (language === 'json' || CALLS.test(text)))

/** A response in the format of `curl -i`. */
export function readPrinted(text: string) {
  const { body, ...response } = parseResponse(text.trim().replaceAll(/\r?\n/g, '\r\n'))
  return { ...response, body: body === '' ? undefined : (JSON.parse(body) as unknown) }
}

export type Printed = ReturnType<typeof readPrinted>
