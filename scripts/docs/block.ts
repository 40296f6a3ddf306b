/**
 * Replaces what stands between the two comments that frame a generated block. @throws Error when there is no
 * frame
 */
export function withBlock(markdown: string, name: string, content: string): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`]
  const block = new RegExp(`${begin}[\\s\\S]*?${end}`)
  if (!block.test(markdown)) throw new Error(`the document has no lines ${begin} and ${end}`)
  return markdown.replace(block, () => `${begin}\n<!-- prettier-ignore -->\n${content}\n\n${end}`)
}
